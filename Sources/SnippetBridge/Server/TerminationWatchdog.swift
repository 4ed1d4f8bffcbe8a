import Dispatch
import Platform
import Logging
import Locks
import WebServer

/// Ends the process when it was told to end and cannot do so in order. That is so where functions that never return
/// hold all of Swift's own threads, or where nobody reads the log, which exit() would wait to write.
final class TerminationWatchdog: Sendable {
  private static let queue = DispatchQueue(label: "SnippetBridge.TerminationWatchdog")

  private let limit: Duration
  private let logger: Logger
  private let isNeedless = Atomic(false)

  /// `limit` after it is told to end.
  init(after limit: Duration, logger: Logger) {
    (self.limit, self.logger) = (limit, logger)
  }

  /// Runs `body`; a signal that comes meanwhile tells the process to end.
  func whenSignalled<T>(by signals: [Int32], during body: () async throws -> T) async rethrows -> T {
    let sources = signals.map { DispatchSource.makeSignalSource(signal: $0, queue: Self.queue) }
    for source in sources {
      source.setEventHandler { self.wait() }
      source.resume()
    }
    defer {
      isNeedless.store(logger.flush(within: .seconds(1)), ordering: .relaxed)
      for source in sources { source.cancel() }
    }
    return try await body()
  }

  private func wait() {
    Self.queue.asyncAfter(deadline: .now() + .milliseconds(Int(limit / .milliseconds(1)))) { [self] in
      guard !isNeedless.load(ordering: .relaxed) else { return }
      logger.critical(
        "the process was told to end and has not: functions that never return may hold Swift's threads, or its log is not read"
      )
      logger.flush(within: .seconds(1))
      // Not exit(): its handlers may wait for those threads, or for the log's reader.
      _exit(1)
    }
  }
}
