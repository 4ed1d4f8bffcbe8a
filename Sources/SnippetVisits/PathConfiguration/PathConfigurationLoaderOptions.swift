public import Foundation
public import Logging
public import SnippetCatalog

/// The options for loading a path configuration.
public struct PathConfigurationLoaderOptions: Sendable {
  /// The headers for each request to a server.
  public var headers: [String: String]
  /// The client that sends the requests.
  public var transport: any SnippetTransport
  /// The folder in which responses are stored; `nil` to store none. By default, a folder in the user's cache directory.
  public var cacheFolder: URL?
  /// The logger for errors.
  public var logger: Logger

  /// Creates options.
  public init(
    headers: [String: String] = [:], transport: any SnippetTransport = WebTransport(),
    cacheFolder: URL? = PathConfigurationLoaderOptions.defaultCacheFolder,
    logger: Logger = Logger(label: "PathConfiguration")
  ) {
    self.headers = headers
    self.transport = transport
    self.cacheFolder = cacheFolder
    self.logger = logger
  }

  /// The folder `path-configurations` in the user's cache directory.
  public static var defaultCacheFolder: URL? {
    FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
      .appending(path: "path-configurations", directoryHint: .isDirectory)
  }

  func report(_ error: any Error) {
    logger.error(
      "cannot read a path configuration; the previous one is kept", metadata: ["reason": "\(error)"])
  }

  /// Stores a response. The first line of the file is the whole URL, because several URLs may have the same hash.
  func keep(_ bytes: [UInt8], of url: URL) {
    guard let file = file(of: url) else { return }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(url.absoluteString.utf8 + [UInt8(ascii: "\n")] + bytes).write(to: file, options: .atomic)
    } catch {
      logger.warning(
        "cannot keep a path configuration for the next start", metadata: ["file": "\(file.path)", "reason": "\(error)"])
    }
  }

  /// Returns the response that was stored for a URL; `nil` if there is none.
  func kept(of url: URL) -> [UInt8]? {
    guard let file = file(of: url), let data = try? Data(contentsOf: file) else { return nil }
    let line = Array(url.absoluteString.utf8) + [UInt8(ascii: "\n")]
    return data.starts(with: line) ? [UInt8](data.dropFirst(line.count)) : nil
  }

  private func file(of url: URL) -> URL? {
    // The hash function is FNV-1a, because Swift's own hash values differ in each run.
    let hash = url.absoluteString.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return cacheFolder?.appending(path: String(hash, radix: 16) + ".json")
  }
}
