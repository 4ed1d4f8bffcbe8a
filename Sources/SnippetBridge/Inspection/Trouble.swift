import DSBridge
import DSBridgeLocks
import DequeModule
import SnippetBridgeWebServer

/// A bad network, which the inspector simulates for one web view: delayed, slow and lost messages.
final class Trouble: Sendable {
  private struct State {
    var line = SlowLine()
    var dropsNext = false
    var waiting: Deque<(message: [UInt8], socket: WebSocket)> = []
    weak var socket: WebSocket?
  }

  private let state = Mutex(State())
  private let scheduler: Scheduler
  private weak let webView: WebView?

  init(of webView: WebView?, scheduler: Scheduler) {
    self.scheduler = scheduler
    self.webView = webView
  }

  func setDelay(_ delay: Duration) { state.withLock { $0.line.delay = delay } }

  /// Sets the speed in bytes per second; 0 for no limit.
  func setSpeed(_ speed: Int) { state.withLock { $0.line.speed = speed } }

  /// Drops the next numbered message to the page. The page notices the gap at the message after it and reconnects. The
  /// server then sends the dropped message again.
  func dropNext() { state.withLock { $0.dropsNext = true } }

  /// Closes the connection. The page reconnects.
  func cut() { state.withLock { $0.socket }?.close(code: 4001, reason: "closed by the inspector") }

  func connect(_ socket: WebSocket) { state.withLock { $0.socket = socket } }

  /// Returns the time after which a message of this size arrives, or `nil` for a message without a delay.
  func delay(ofArrival size: Int) -> Duration? {
    state.withLock { $0.line.isSlow ? $0.line.time(of: size) : nil }
  }

  /// Sends a message to the page, now or later. Keeps the order.
  func send(_ message: [UInt8], on socket: WebSocket) {
    let isDropped = state.withLock { state in
      guard state.dropsNext, message.starts(with: Array("message ".utf8)) else { return false }
      state.dropsNext = false
      return true
    }
    guard !isDropped else { return webView?.note("connection.dropped", "null") ?? () }
    state.withLock { state in
      guard state.line.isSlow || !state.waiting.isEmpty else {
        // Sends under the lock, so that the order is kept. The call is short: the socket only queues the message.
        return socket.send(message)
      }
      state.waiting.append((message, socket))
      let delay = state.line.arrival(of: message.count, now: scheduler.now) - scheduler.now
      _ = scheduler.schedule(after: max(.zero, delay)) { [weak self] in self?.sendFirst() }
    }
  }

  /// Sends the oldest waiting message. Scheduled actions with almost equal times may run in any order, so an action is
  /// not bound to a message.
  private func sendFirst() {
    state.withLock { state in
      guard let (message, socket) = state.waiting.popFirst() else { return }
      socket.send(message)
    }
  }
}

/// The times at which messages arrive over a slow connection. A value type without side effects.
struct SlowLine {
  var delay = Duration.zero
  /// The speed in bytes per second; 0 for no limit.
  var speed = 0
  /// The time at which the line has transferred all messages.
  private var free = Duration.zero

  var isSlow: Bool { delay > .zero || speed > 0 }

  /// Returns the time that the line needs for a message that does not wait for others.
  func time(of size: Int) -> Duration { delay + transfer(of: size) }

  /// Returns the time at which a message arrives that is sent at `now`. Messages are transferred one after another.
  mutating func arrival(of size: Int, now: Duration) -> Duration {
    free = max(free, now) + transfer(of: size)
    return free + delay
  }

  private func transfer(of size: Int) -> Duration {
    speed > 0 ? .seconds(min(60, Double(size) / Double(speed))) : .zero
  }
}
