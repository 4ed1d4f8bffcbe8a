import DSBridgeLocks
import Dispatch
package import Logging

/// A queue of lines for the program's log handler. The handler may block, for example on a disk or a pipe. Loops that
/// log a line do not wait for the handler.
///
/// A single thread writes the lines in order. When the queue is full, new lines are dropped. The next accepted line
/// reports the number of dropped lines.
final class LogQueue: Sendable {
  /// The maximum number of lines that wait for the writing thread.
  static let maximumLines = 1000

  /// The limit for the handlers that share this queue.
  let limit = Mutex(MessageLimit())
  private let lines = Mutex((waiting: 0, lost: 0))
  private let thread = DispatchQueue(label: "SnippetBridge.log")

  func write(_ event: LogEvent, by handler: any LogHandler) {
    var event = event
    let fits = lines.withLock { lines in
      guard lines.waiting < Self.maximumLines else {
        lines.lost += 1
        return false
      }
      lines.waiting += 1
      if lines.lost > 0 {
        event.metadata = (event.metadata ?? [:]).merging(["lost": "\(lines.lost) earlier lines"]) { $1 }
        lines.lost = 0
      }
      return true
    }
    guard fits else { return }
    thread.async { [self, event] in
      lines.withLock { $0.waiting -= 1 }
      handler.log(event: event)
    }
  }

  /// Waits for at most `limit` until all lines logged so far have been written. Returns `false` if the time limit is
  /// exceeded. Must not be called on a loop.
  func flush(within limit: Duration) -> Bool {
    let written = DispatchSemaphore(value: 0)
    thread.async { written.signal() }
    return written.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1)))) == .success
  }
}

extension Logger {
  /// Waits for at most `limit` until all lines logged so far have been written. Returns `false` if the time limit is
  /// exceeded, for example because the log handler is blocked. Returns `true` immediately for a logger without a
  /// ``SparingLogHandler``. Must not be called on a loop.
  @discardableResult
  package func flush(within limit: Duration) -> Bool {
    (handler as? SparingLogHandler)?.queue.flush(within: limit) ?? true
  }

  /// Waits like ``flush(within:)`` without blocking a thread of Swift's pool.
  package func flushed(within limit: Duration) async {
    if await !Thread.run(name: "web-late", { flush(within: limit) }) { flush(within: limit) }
  }
}
