public import Foundation

/// A download that is in progress or has ended.
public final class Download: Sendable {
  /// The suggested file name, in a safe form. The name of the file on disk begins with the time, and contains a number
  /// if another file has that name.
  public let suggestedName: String
  /// The URL of the content, or `nil` if there is none, for example for content that a page generated.
  public let source: URL?

  private let observed: Observed<DownloadProgress>
  private let task: Task<DownloadState, Never>

  init(
    suggestedName: String, source: URL?, observed: Observed<DownloadProgress>, task: Task<DownloadState, Never>
  ) {
    (self.suggestedName, self.source, self.observed, self.task) = (suggestedName, source, observed, task)
  }

  /// The current progress.
  public var progress: DownloadProgress { observed.value }

  /// The current progress, followed by every change until the download ends. A slow reader gets the newest value.
  public var progressUpdates: some AsyncSequence<DownloadProgress, Never> & Sendable { observed.values }

  /// The result of the download. Waits until the download ends.
  public var state: DownloadState { get async { await task.value } }

  /// Cancels the download: it fails, and its partial file is removed. Without effect after the download has ended.
  public func cancel() { task.cancel() }
}

/// The result of a download. Corresponds to TWS's `TWSDownloadState`.
public enum DownloadState: Sendable {
  /// The download failed, and its partial file was removed. The error is a ``DownloadError``, or the error of the
  /// body's source.
  case failed(any Error)
  /// The file is complete.
  case completed(DownloadInfo)
}

/// A file that was downloaded. Corresponds to TWS's `TWSDownloadInfo`.
public struct DownloadInfo: Sendable, Hashable {
  /// The name of the file: the time in milliseconds, and a safe form of the suggested name.
  public let downloadedFilename: String
  /// The absolute path of the file.
  public let downloadedLocation: String
  /// The size of the file, in bytes.
  public let bytes: Int
  /// The URL of the content, or `nil` if there is none, for example for content that a page generated.
  public let source: URL?
}

/// The progress of a download.
public struct DownloadProgress: Sendable, Hashable {
  /// The number of bytes written so far.
  public internal(set) var bytes = 0
  /// The expected size in bytes, or `nil` if the sender did not announce a size.
  public let expectedBytes: Int?

  /// The completed fraction from 0 to 1, or `nil` if the expected size is unknown.
  public var fraction: Double? {
    expectedBytes.map { $0 == 0 ? 1 : Double(bytes) / Double($0) }
  }
}

/// The reason why a download failed.
public struct DownloadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a download error.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The download was cancelled.
    public static let cancelled = Code(description: "cancelled")
    /// The sender sent fewer or more bytes than announced.
    public static let length = Code(description: "length")
    /// The source of the content (a page, a route, or the target of a proxied site) failed or closed its connection.
    public static let source = Code(description: "source")
    /// The file is larger than ``Downloads/maximumSize``.
    public static let size = Code(description: "size")
    /// The folder would hold more than ``Downloads/maximumTotalSize``.
    public static let full = Code(description: "full")
    /// The folder, or a file in the folder, cannot be created.
    public static let folder = Code(description: "folder")
    /// The file cannot be written, for example because the disk is full.
    public static let file = Code(description: "file")
  }

  /// The kind of the error, for programs.
  public let code: Code
  /// A sentence that describes what happened, and to which file.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
