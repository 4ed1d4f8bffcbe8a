import Foundation
import Glibc
import Locks
public import Logging

/// Snippets from a project file, which is watched:
///
///     { "snippets": [{ "id": "shop", "target": "/shop.html" }] }
///
/// ``Snippet`` has the members. A file that cannot be read leaves the last list as it is, and the log says where it is
/// wrong. It may go and come back.
public final class SnippetFile: SnippetSource {
  /// Editors do several things to a file when they save it.
  static let pause: Duration = .milliseconds(50)
  /// How long until a folder that is not there is looked for again.
  static let retryPause: Duration = .seconds(2)

  private enum Reading: Equatable {
    case bytes([UInt8])
    case missing
    case failed(String)
  }

  private let path: String
  private let admission: SnippetAdmission
  private let limits: SnippetLimits
  private let logger: Logger
  private let watcher: any FolderWatching
  private let sleep: @Sendable (Duration) async throws -> Void
  private let refresh = Mutex<(isWanted: Bool, signal: AsyncStream<Void>.Continuation?)>((false, nil))

  /// - Parameters:
  ///   - path: the file. Its folder is watched.
  ///   - origins: of which other servers its snippets may be.
  ///   - limits: how much it may hold.
  ///   - logger: takes what is wrong with it.
  public convenience init(
    _ path: String, origins: SnippetOrigins = [], limits: SnippetLimits = SnippetLimits(),
    logger: Logger = Logger(label: "SnippetFile")
  ) {
    self.init(
      path, origins: origins, limits: limits, logger: logger, watcher: InotifyFolderWatch(), clock: ContinuousClock())
  }

  init(
    _ path: String, origins: SnippetOrigins, limits: SnippetLimits, logger: Logger, watcher: any FolderWatching,
    clock: some Clock<Duration>
  ) {
    self.path = path
    self.limits = limits
    self.logger = logger
    self.watcher = watcher
    admission = SnippetAdmission(origins: origins, list: nil, logger: logger)
    sleep = { try await clock.sleep(for: $0) }
  }

  /// Everything is made anew.
  public func forceRefresh() {
    let signal = refresh.withLock { refresh in
      refresh.isWanted = true
      return refresh.signal
    }
    signal?.yield()
  }

  /// Reports until its task is cancelled.
  public func run(reporting report: @escaping @Sendable (SnippetEvent) async -> Void) async {
    let folder = (path as NSString).deletingLastPathComponent
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    refresh.withLock { $0.signal = signal }
    defer { refresh.withLock { $0.signal = nil } }
    await withDiscardingTaskGroup { group in
      group.addTask { await self.watch(folder.isEmpty ? "." : folder, signal) }
      var last: Reading?
      for await _ in signals {
        let isWanted = refresh.withLock { refresh in
          defer { refresh.isWanted = false }
          return refresh.isWanted
        }
        if isWanted { await report(.emptied) }
        let reading = read()
        if reading != last || isWanted, let snippets = snippets(of: reading, after: last) {
          await report(.list(snippets))
        }
        last = reading
      }
      group.cancelAll()
    }
  }

  /// Signals whenever the file is to be read.
  private func watch(_ folder: String, _ signal: AsyncStream<Void>.Continuation) async {
    defer { signal.finish() }
    var isWarned = false
    while !Task.isCancelled {
      do {
        let changes = try watcher.changes(of: folder)
        isWarned = false
        signal.yield()
        for await _ in changes {
          // Whatever comes meanwhile is one more signal.
          guard (try? await sleep(Self.pause)) != nil else { return }
          signal.yield()
        }
      } catch {
        if !isWarned {
          logger.warning(
            "cannot watch the folder of a snippet file; it is read every 2 s",
            metadata: ["file": "\(path)", "reason": "\(error)"])
        }
        isWarned = true
        signal.yield()
      }
      guard (try? await sleep(Self.retryPause)) != nil else { return }
    }
  }

  /// The list to report; nil where the last one stays.
  private func snippets(of reading: Reading, after last: Reading?) -> [Snippet]? {
    switch reading {
    case .missing:
      logger.warning(
        last == nil ? "there is no snippet file" : "the snippet file is gone; its last snippets stay",
        metadata: ["file": "\(path)"])
      return nil
    case .failed(let reason):
      logger.error("cannot read the snippet file; its last snippets stay", metadata: ["reason": "\(reason)"])
      return nil
    case .bytes(let bytes):
      do {
        let listing = try SnippetListing(reading: bytes, of: path, limits: limits, tellsUnknownMembers: true)
        for note in listing.notes {
          logger.warning("the snippet file has something that is left out", metadata: ["reason": "\(note)"])
        }
        if last != nil { logger.notice("the snippet file has changed", metadata: ["file": "\(path)"]) }
        return admission.admitted(listing.snippets)
      } catch {
        logger.error("cannot read the snippet file; its last snippets stay", metadata: ["reason": "\(error)"])
        return nil
      }
    }
  }

  private func read() -> Reading {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT || errno == ENOTDIR
        ? .missing : .failed("\(path): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .failed("\(path) is no file.") }
    guard status.st_size <= limits.listBytes else {
      return .failed("\(path) has \(status.st_size) bytes; the limit is \(limits.listBytes).")
    }
    do { return .bytes([UInt8](try Data(contentsOf: URL(filePath: path)))) } catch {
      return .failed("\(path): \(error)")
    }
  }
}
