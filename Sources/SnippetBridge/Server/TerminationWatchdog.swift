import DSBridgeLocks
import Dispatch
import Logging
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// A watchdog that terminates the process some time after a signal if a graceful shutdown has not succeeded by then.
///
/// A graceful shutdown is impossible if functions that never return block all threads in Swift's thread pool. It is
/// also impossible if the log's output is blocked, because exit() would wait for the log.
final class TerminationWatchdog: Sendable {
  private static let queue = DispatchQueue(label: "SnippetBridge.TerminationWatchdog")

  private let limit: Duration
  private let logger: Logger
  private let isNeedless = Atomic(false)

  /// Creates a watchdog that terminates the process when `limit` has passed since the signal.
  init(after limit: Duration, logger: Logger) { (self.limit, self.logger) = (limit, logger) }

  /// Runs `body` after the handlers of the signals have been installed. If a signal arrives in the meantime, the time
  /// limit starts, and `body` gets an element.
  func whenSignalled<T>(
    by signals: [Int32], during body: (_ signals: AsyncStream<Void>) async throws -> T
  ) async rethrows -> T {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let sources = signals.map { DispatchSource.makeSignalSource(signal: $0, queue: Self.queue) }
    for source in sources {
      source.setEventHandler {
        continuation.yield()
        self.wait()
      }
      await withCheckedContinuation { installed in
        source.setRegistrationHandler { installed.resume() }
        source.resume()
      }
    }
    defer {
      isNeedless.store(logger.flush(within: .seconds(1)), ordering: .relaxed)
      for source in sources { source.cancel() }
    }
    return try await body(stream)
  }

  private func wait() {
    Self.queue.asyncAfter(deadline: .now() + .milliseconds(Int(limit / .milliseconds(1)))) { [self] in
      guard !isNeedless.load(ordering: .relaxed) else { return }
      logger.critical(
        "the process did not end after a signal: functions may block Swift's threads, or its log output is not read"
      )
      logger.flush(within: .seconds(1))
      // Do not use `exit()`, because its handlers may wait for the blocked threads or for the log's output.
      _exit(1)
    }
  }
}
