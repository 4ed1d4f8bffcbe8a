import Locks

/// One open WebSocket. Any thread may send and close; what arrives goes to its delegate, on the socket's loop.
package final class WebSocket: Sendable {
  struct Closing {
    let code: UInt16
    let reason: String
  }

  fileprivate struct State {
    var messages: [[UInt8]] = []
    var queuedSize = 0
    var isFlushScheduled = false
    var closing: Closing?
    var isReadingPaused = false
    /// Nothing more is taken: closed, closing or too full.
    var isShut = false
  }

  private let state = Mutex(State())
  private let maximumQueuedSize: Int
  private let loop: EventLoop
  /// Nil when the socket has closed: the connection lets go, and this value may live on.
  private let connection: Mutex<WebSocketConnection?>
  /// The peer's numeric address, for logs.
  package let peer: String

  init(connection: WebSocketConnection) {
    self.connection = Mutex(connection)
    loop = connection.loop.executor
    peer = connection.peer
    maximumQueuedSize = connection.server.configuration.sockets.maximumQueuedSize
  }

  /// Sends one text message; it must be valid UTF-8. Never blocks. Messages leave in the order of the calls; after
  /// ``close(code:reason:)`` or the peer's leaving they are dropped. A peer that lets too much wait is closed with
  /// 1013.
  package func send(_ message: [UInt8]) {
    let mustFlush = state.withLock { state -> Bool in
      guard !state.isShut else { return false }
      state.queuedSize += message.count
      if state.queuedSize > maximumQueuedSize {
        state.messages = []
        state.isShut = true
        state.closing = Closing(code: 1013, reason: "reads too slowly")
      } else {
        state.messages.append(message)
      }
      return state.scheduleFlush()
    }
    if mustFlush { flushSoon() }
  }

  /// Closes when what was sent before is out. `reason` is cut to the 123 bytes that a close frame holds. Only the first
  /// call counts.
  package func close(code: UInt16, reason: String) {
    let mustFlush = state.withLock { state -> Bool in
      guard !state.isShut else { return false }
      state.isShut = true
      state.closing = Closing(code: code, reason: reason)
      return state.scheduleFlush()
    }
    if mustFlush { flushSoon() }
  }

  /// Reads no more, from soon on: what the peer sends waits in the kernel, until the peer cannot send any more. What
  /// was read before is still delivered.
  package func pauseReading() { setReading(isPaused: true) }
  /// Goes on where ``pauseReading()`` stopped.
  package func resumeReading() { setReading(isPaused: false) }

  private func setReading(isPaused: Bool) {
    let mustFlush = state.withLock { state -> Bool in
      guard state.isReadingPaused != isPaused else { return false }
      state.isReadingPaused = isPaused
      return state.scheduleFlush()
    }
    if mustFlush { flushSoon() }
  }

  private func flushSoon() {
    if let connection = connection.withLock({ $0 }) { loop.scheduleFlush(of: .webSocket(connection)) }
  }

  // MARK: For the connection

  enum Work {
    case messages
    case close(Closing)
    case nothing
  }

  /// A flush begins: what is queued from now on needs another one. Returns whether reading is to be paused, and whether
  /// the peer lets too much wait: what is queued is worthless then.
  func beginFlush() -> (isReadingPaused: Bool, isOverfull: Bool) {
    state.withLock { state in
      state.isFlushScheduled = false
      return (state.isReadingPaused, state.closing?.code == 1013)
    }
  }

  /// Swaps the messages that wait into `messages`, an empty array whose memory is used again. `sent` bytes of what was
  /// taken before have been handed to the socket.
  func nextWork(_ messages: inout [[UInt8]], after sent: Int) -> Work {
    state.withLock { state in
      state.queuedSize -= sent
      if !state.messages.isEmpty {
        swap(&state.messages, &messages)
        return .messages
      }
      return state.closing.map(Work.close) ?? .nothing
    }
  }

  /// Messages have been handed to the socket.
  func sent(bytes: Int) { state.withLock { $0.queuedSize -= bytes } }

  /// The socket has closed.
  func end() {
    state.withLock { state in
      state.isShut = true
      state.messages = []
    }
    connection.withLock { $0 = nil }
  }
}

extension WebSocket: Hashable {
  package static func == (one: WebSocket, other: WebSocket) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension WebSocket.State {
  /// True for the caller that must see to it.
  fileprivate mutating func scheduleFlush() -> Bool {
    defer { isFlushScheduled = true }
    return !isFlushScheduled
  }
}
