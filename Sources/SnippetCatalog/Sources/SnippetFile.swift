import DSBridgeLocks
import Foundation
import Glibc
public import Logging

/// A source that reads snippets from a project file and watches that file:
///
///     { "snippets": [{ "id": "shop", "target": "/shop.html" }] }
///
/// ``Snippet`` documents the members. If the file cannot be read, the last list is kept, and the log contains the
/// position of the error. The file may be removed and created again.
public final class SnippetFile: SnippetSource {
  private struct Unreadable: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// The bytes of the file, or `nil` if the file does not exist.
  private typealias Reading = Result<[UInt8]?, Unreadable>

  private let path: String
  private let admission: SnippetAdmission
  private let limits: SnippetLimits
  private let logger: Logger
  private let watch: FileWatch
  private let refresh = Mutex<(isWanted: Bool, signal: AsyncStream<Void>.Continuation?)>((false, nil))

  /// Creates a source that reads a file.
  /// - Parameters:
  ///   - path: the path of the file, whose folder is watched.
  ///   - origins: the origins of other servers that are allowed for the targets and resources of snippets.
  ///   - limits: the limits for the file's content.
  ///   - logger: the logger for errors in the file.
  public convenience init(
    _ path: String, origins: SnippetOrigins = [], limits: SnippetLimits = SnippetLimits(),
    logger: Logger = Logger(label: "SnippetFile")
  ) {
    self.init(
      path, origins: origins, limits: limits, logger: logger, watch: FileWatch(path, logger: logger))
  }

  init(_ path: String, origins: SnippetOrigins, limits: SnippetLimits, logger: Logger, watch: FileWatch) {
    self.path = path
    self.limits = limits
    self.logger = logger
    self.watch = watch
    admission = SnippetAdmission(origins: origins, list: nil, logger: logger)
  }

  /// Reads the file again and reports an empty list before the new list, so that all views and pages of its snippets
  /// are recreated. If the file cannot be read, the last list is kept.
  public func forceRefresh() {
    let signal = refresh.withLock { refresh in
      refresh.isWanted = true
      return refresh.signal
    }
    signal?.yield()
  }

  /// Reads and reports lists until the task is cancelled.
  public func run(reporting report: @escaping @Sendable (SnippetEvent) async -> Void) async {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    refresh.withLock { $0.signal = signal }
    defer { refresh.withLock { $0.signal = nil } }
    await withDiscardingTaskGroup { group in
      group.addTask { await self.watch.run(signal) }
      var last: Reading?
      for await _ in signals {
        let isWanted = refresh.withLock { refresh in
          defer { refresh.isWanted = false }
          return refresh.isWanted
        }
        let reading = read()
        if reading != last || isWanted, let snippets = snippets(of: reading, after: last) {
          if isWanted { await report(.emptied) }
          await report(.list(snippets))
        }
        last = reading
      }
      group.cancelAll()
    }
  }

  /// Returns the list to report, or `nil` if the last list is kept.
  private func snippets(of reading: Reading, after last: Reading?) -> [Snippet]? {
    do {
      guard let bytes = try reading.get() else {
        logger.warning(
          last == nil ? "the snippet file does not exist" : "the snippet file was removed; its last snippets are kept",
          metadata: ["file": "\(path)"])
        return nil
      }
      let listing = try SnippetListing(reading: bytes, of: path, limits: limits, tellsUnknownMembers: true)
      for note in listing.notes {
        logger.warning("a part of the snippet file was ignored", metadata: ["reason": "\(note)"])
      }
      if last != nil { logger.notice("the snippet file has changed", metadata: ["file": "\(path)"]) }
      return listing.snippets.compactMap(admission.admitted)
    } catch {
      logger.error("cannot read the snippet file; its last snippets are kept", metadata: ["reason": "\(error)"])
      return nil
    }
  }

  private func read() -> Reading {
    func failure(_ reason: String) -> Reading { .failure(Unreadable(description: reason)) }
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT || errno == ENOTDIR
        ? .success(nil) : failure("\(path): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return failure("\(path) is not a file.") }
    guard status.st_size <= limits.listBytes else {
      return failure("\(path) has \(status.st_size) bytes; the limit is \(limits.listBytes).")
    }
    do { return .success([UInt8](try Data(contentsOf: URL(filePath: path)))) } catch {
      return failure("\(path): \(error)")
    }
  }
}
