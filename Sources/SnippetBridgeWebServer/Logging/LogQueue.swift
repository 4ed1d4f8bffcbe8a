import DSBridgeLocks
import Dispatch
package import Logging

/// A queue of lines for the program's log handler. The handler may block, for example on a disk or a pipe. A loop that
/// logs a line does not wait for it.
///
/// A single thread writes the lines in order. When the queue is full, new lines are dropped. The next line that is
/// accepted reports their number.
final class LogQueue: Sendable {
  /// The maximum number of queued lines. The writing thread may hold the same number in addition.
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

  /// Waits until all lines logged so far are written, for at most `limit`. Returns `false` if they are not. Must not
  /// be called on a loop.
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
  /// Waits until all lines logged so far are written, for at most `limit`. Returns `false` if they are not, because
  /// the writer may be blocked. Must not be called on a loop. Returns `true` without a ``SparingLogHandler``.
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
