import DSBridgeLocks
import Dispatch
package import Logging

/// A queue of lines for the program's log handler. The handler may block, for example on a disk or a pipe. Loops that
/// log a line do not wait for the handler.
///
/// A single thread writes the lines in order. When the queue is full, new lines are dropped. The next accepted line
/// reports the number of dropped lines.
final class LogQueue: Sendable {
  /// The maximum number of queued lines. In addition, the writing thread may hold the same number of lines.
  static let maximumLines = 1000

  private enum Entry {
    case line(LogEvent, any LogHandler)
    case mark(@Sendable () -> Void)
  }

  private struct State {
    var waiting: [Entry] = []
    var isWriting = false
    var lost = 0
  }

  private let state = Mutex(State())
  private let thread = DispatchQueue(label: "SnippetBridge.log")

  func write(_ event: LogEvent, by handler: any LogHandler) {
    var event = event
    let mustStart = state.withLock { state in
      guard state.waiting.count < Self.maximumLines else {
        state.lost += 1
        return false
      }
      if state.lost > 0 {
        event.metadata = (event.metadata ?? [:]).merging(["lost": "\(state.lost) earlier lines"]) { $1 }
        state.lost = 0
      }
      return Self.add(.line(event, handler), to: &state)
    }
    if mustStart { start() }
  }

  /// Waits for at most `limit` until all lines logged so far have been written. Returns `false` if the time limit is
  /// exceeded. Must not be called on a loop.
  func flush(within limit: Duration) -> Bool {
    let written = DispatchSemaphore(value: 0)
    if state.withLock({ Self.add(.mark { written.signal() }, to: &$0) }) { start() }
    return written.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1)))) == .success
  }

  /// Adds an entry. Returns whether the caller must start the writing thread.
  private static func add(_ entry: Entry, to state: inout State) -> Bool {
    state.waiting.append(entry)
    defer { state.isWriting = true }
    return !state.isWriting
  }

  private func start() {
    thread.async { while let entries = self.take() { for entry in entries { Self.finish(entry) } } }
  }

  private func take() -> [Entry]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  private static func finish(_ entry: Entry) {
    switch entry {
    case .line(let event, let handler): handler.log(event: event)
    case .mark(let body): body()
    }
  }
}

extension Logger {
  /// Waits for at most `limit` until all lines logged so far have been written. Returns `false` if the time limit is
  /// exceeded, for example because the log handler is blocked. Returns `true` immediately for a logger without a
  /// ``SparingLogHandler``. Must not be called on a loop.
  @discardableResult
  package func flush(within limit: Duration) -> Bool {
    (handler as? SparingLogHandler)?.flush(within: limit) ?? true
  }

  /// Waits like ``flush(within:)`` without blocking a thread of Swift's pool.
  package func flushed(within limit: Duration) async {
    await withCheckedContinuation { continuation in
      Thread.detach {
        flush(within: limit)
        continuation.resume()
      }
    }
  }
}
