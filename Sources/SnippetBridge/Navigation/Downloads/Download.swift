public import Foundation

/// A download that is in progress or has ended.
public final class Download: Sendable {
  /// The suggested file name in a safe form. The file on disk has a longer name, which begins with the time and
  /// contains a number if the name is already in use.
  public let suggestedName: String
  /// The URL of the content, or `nil` if there is none, for example because a page generated the content.
  public let source: URL?

  private let observed: Observed<DownloadProgress>
  private let task: Task<DownloadState, Never>

  init(suggestedName: String, source: URL?, observed: Observed<DownloadProgress>, task: Task<DownloadState, Never>) {
    (self.suggestedName, self.source, self.observed, self.task) = (suggestedName, source, observed, task)
  }

  /// The current progress.
  public var progress: DownloadProgress { observed.value }

  /// The current progress, followed by every change until the download ends. A slow reader receives only the newest
  /// value.
  public var progressUpdates: some AsyncSequence<DownloadProgress, Never> & Sendable { observed.values }

  /// The result of the download. Reading the property waits until the download has ended.
  public var state: DownloadState { get async { await task.value } }

  /// Cancels the download. The download fails, and its partial file is deleted. Has no effect after the download has
  /// ended.
  public func cancel() { task.cancel() }
}

/// The result of a download. Corresponds to TWS's `TWSDownloadState`.
public enum DownloadState: Sendable {
  /// The download failed, and its partial file was deleted. The error is a ``DownloadError``, or the error from the
  /// source of the content.
  case failed(any Error)
  /// The file is complete.
  case completed(DownloadInfo)
}

/// A downloaded file. Corresponds to TWS's `TWSDownloadInfo`.
public struct DownloadInfo: Sendable, Hashable {
  /// The name of the file. It consists of the time in milliseconds, a safe form of the suggested name, and a number if
  /// that name was already in use.
  public let downloadedFilename: String
  /// The absolute path of the file.
  public let downloadedLocation: String
  /// The size of the file, in bytes.
  public let bytes: Int
  /// The URL of the content, or `nil` if there is none, for example because a page generated the content.
  public let source: URL?
}

/// The progress of a download.
public struct DownloadProgress: Sendable, Hashable {
  /// The number of bytes written so far.
  public internal(set) var bytes = 0
  /// The expected size in bytes, or `nil` if the sender has not announced a size.
  public let expectedBytes: Int?

  /// The completed fraction from 0 to 1, or `nil` if the expected size is unknown.
  public var fraction: Double? { expectedBytes.map { $0 == 0 ? 1 : Double(bytes) / Double($0) } }
}

/// The reason why a download failed.
public struct DownloadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The code of a download error.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The download was cancelled.
    public static let cancelled = Code(description: "cancelled")
    /// The sender sent fewer or more bytes than announced.
    public static let length = Code(description: "length")
    /// The source of the content failed or closed its connection. The source is a page, a route, or the target of a
    /// proxied site.
    public static let source = Code(description: "source")
    /// The file exceeds ``Downloads/maximumSize``.
    public static let size = Code(description: "size")
    /// The files in the folder would exceed ``Downloads/maximumTotalSize``.
    public static let full = Code(description: "full")
    /// The folder or a file in it cannot be created.
    public static let folder = Code(description: "folder")
    /// The file cannot be written, for example because the disk is full.
    public static let file = Code(description: "file")
  }

  /// The kind of error, for use in program code.
  public let code: Code
  /// A sentence that describes the error and names the file.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
