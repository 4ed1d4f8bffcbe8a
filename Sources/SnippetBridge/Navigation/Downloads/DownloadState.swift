public import Foundation

/// How a download ended. Seed: TWS's `TWSDownloadState`.
public enum DownloadState: Sendable {
  /// Nothing of it is left in the folder. A ``DownloadError``, or what the body's source says.
  case failed(any Error)
  /// The file is there, and whole.
  case completed(DownloadInfo)
}

/// A file that was downloaded. Seed: TWS's `TWSDownloadInfo`.
public struct DownloadInfo: Sendable, Hashable {
  /// The file's name: the time in milliseconds, and a safe form of the name that was suggested.
  public let downloadedFilename: String
  /// The file's whole path.
  public let downloadedLocation: String
  /// Its length.
  public let bytes: Int
  /// Where it came from; nil when it has no address, as what a page made itself.
  public let source: URL?
}

/// How far a download is.
public struct DownloadProgress: Sendable, Hashable {
  /// Those that were written.
  public internal(set) var bytes = 0
  /// Of how many; nil when the sender has not said.
  public let expectedBytes: Int?

  /// From 0 to 1; nil when the sender has not said how many bytes there will be.
  public var fraction: Double? {
    expectedBytes.map { $0 == 0 ? 1 : Double(bytes) / Double($0) }
  }
}
