import DSBridgeLocks

/// An open WebSocket. Any thread may send and close. Received messages are passed to the delegate on the socket's
/// loop.
package final class WebSocket: Sendable {
  struct Closing {
    let code: UInt16
    let reason: String
    /// Whether the peer reads too slowly or sends too fast. If so, the unwritten messages are dropped.
    var isOverfull: Bool { code == 1013 }
  }

  private struct State {
    var messages: [[UInt8]] = []
    var isFlushScheduled = false
    var closing: Closing?
    var isReadingPaused = false
    /// Whether further messages are dropped, because the socket is closed or closing, or because its unsent messages
    /// have exceeded their limit.
    var isShut = false
  }

  private let state = Mutex(State())
  /// The size of the messages that have not yet been written to the socket, in bytes.
  private let queuedSize = Atomic(0)
  private let maximumQueuedSize: Int
  private let waker: LoopWaker
  /// The peer's numeric address, for logs.
  package let peer: String

  init(peer: String, maximumQueuedSize: Int, waker: LoopWaker) {
    self.peer = peer
    self.maximumQueuedSize = maximumQueuedSize
    self.waker = waker
  }

  /// Sends a text message, which must be valid UTF-8. Never blocks. Messages are sent in the order of the calls.
  /// Messages after ``close(code:reason:)`` or a disconnect are dropped. If the unsent messages exceed their size
  /// limit, because the peer does not read, the socket is closed with code 1013.
  package func send(_ message: [UInt8]) {
    change { state in
      guard !state.isShut else { return false }
      if queuedSize.add(message.count, ordering: .relaxed).newValue > maximumQueuedSize {
        state.messages = []
        state.isShut = true
        state.closing = Closing(code: 1013, reason: "the peer reads too slowly")
      } else {
        state.messages.append(message)
      }
      return true
    }
  }

  /// Closes the socket after all earlier messages have been sent. `reason` is truncated to the 123 bytes that a close
  /// frame can hold. Only the first call counts.
  package func close(code: UInt16, reason: String) {
    change { state in
      guard !state.isShut else { return false }
      state.isShut = true
      state.closing = Closing(code: code, reason: reason)
      return true
    }
  }

  /// Pauses or resumes reading, soon after the call. While reading is paused, further bytes fill the kernel's buffers
  /// until the peer cannot send any more. Messages that have already been read are still delivered.
  package func setReading(isPaused: Bool) {
    change { exchange(&$0.isReadingPaused, with: isPaused) != isPaused }
  }

  /// Calls `apply`, which returns whether it has changed the state. Schedules a flush after a change, unless a flush is
  /// already scheduled.
  private func change(_ apply: (inout State) -> Bool) {
    let mustFlush = state.withLock { apply(&$0) && !exchange(&$0.isFlushScheduled, with: true) }
    if mustFlush { waker.wake() }
  }

  // MARK: For the connection

  /// Begins a flush. Messages that are queued from now on need another flush. If `messages` is empty, swaps the queued
  /// messages into this array, so that the array's memory is reused. Returns the changes that the flush applies to the
  /// socket in addition. `closing` is `nil` if the socket stays open after all messages.
  func beginFlush(_ messages: inout [[UInt8]]) -> (isReadingPaused: Bool, closing: Closing?) {
    state.withLock { state in
      state.isFlushScheduled = false
      if state.closing?.isOverfull == true { messages = [] }
      if messages.isEmpty { swap(&state.messages, &messages) }
      return (state.isReadingPaused, state.closing)
    }
  }

  /// Records that messages were written to the socket.
  func sent(bytes: Int) { queuedSize.subtract(bytes, ordering: .relaxed) }

  /// Drops everything that is queued, and all later messages, because the socket has closed.
  func end() {
    state.withLock { state in
      state.isShut = true
      state.messages = []
    }
  }
}

extension WebSocket: Equatable {
  package static func == (one: WebSocket, other: WebSocket) -> Bool { one === other }
}

/// Limits on the messages from a WebSocket's peer, on unsent bytes, and on silence.
public struct WebSocketLimits: Sendable {
  /// The maximum size of a message, in bytes; 16 MB by default. A larger message closes the socket with code 1009.
  public var maximumMessageSize = 16 << 20
  /// The maximum number of unsent bytes per socket; 64 MB by default. Exceeding it closes the socket with code 1013
  /// (try again later).
  public var maximumQueuedSize = 64 << 20
  /// The time after which the socket of a silent peer is closed; 30 s by default. The server sends a ping after one
  /// half to two thirds of this time.
  public var silenceTimeLimit: Duration = .seconds(30)
  /// The time without other messages after which the server sends a heartbeat to a page; 10 s by default. A page that
  /// receives nothing for 2.5 times as long reports the connection as lost. With zero, the server sends no
  /// heartbeats.
  public var heartbeatInterval: Duration = .seconds(10)

  /// Creates the default limits.
  public init() {}
}

/// The receiver of a socket's events. All functions are called on the socket's loop, in order, and must not block.
package protocol WebSocketDelegate: AnyObject, Sendable {
  func opened(_ socket: WebSocket)
  /// Called with a complete text message, which is valid UTF-8. Binary messages are not reported: they close the socket
  /// with code 1003.
  func received(_ message: [UInt8], on socket: WebSocket)
  /// Called exactly once after `opened`. `code` is 1006 when the connection ended without a close frame.
  func closed(_ socket: WebSocket, code: UInt16, reason: String)
  /// Returns the text message to send to a peer to which nothing was sent for the heartbeat interval, or `nil` to send
  /// none.
  func heartbeat(on socket: WebSocket) -> [UInt8]?
}

extension WebSocketDelegate {
  package func heartbeat(on socket: WebSocket) -> [UInt8]? { nil }
}
