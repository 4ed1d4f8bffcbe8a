import Logging
import SnippetBridgeCLibwebsockets

/// A connection that was upgraded to a WebSocket. Used only on its loop's thread.
///
/// libwebsockets owns the descriptor. Its callbacks arrive at ``received(_:_:on:)``. The loop keeps the connection
/// until libwebsockets has released it.
final class WebSocketConnection: LoopMember {
  private enum Phase {
    /// libwebsockets is reading the handshake.
    case opening
    case open
    /// libwebsockets handles the close frame. Nothing more is written.
    case closing
    case closed
  }

  /// The messages taken from the socket's queue. Those from the index `next` on have not been written yet.
  private struct Unwritten {
    var messages: [[UInt8]] = []
    var next = 0
  }

  let id: LoopMemberID
  let loop: LoopState
  private var server: ServerContext { loop.server }
  private let peer: String
  private let delegate: any WebSocketDelegate
  /// The entries in the ``ConnectionCounter``. The first one counts the connection. It is `nil` over TLS, because the
  /// ``Connection`` then continues as a tunnel and keeps its own entry. The second one counts the WebSocket.
  private var places: [ConnectionPlace?]
  private var phase = Phase.opening
  private var lws: LwsSocket?
  private var socket: WebSocket?
  private var assembler: MessageAssembler
  private var unwritten = Unwritten()
  /// The code and reason for ``WebSocketDelegate/closed(_:code:reason:)``, or `nil` if neither side has closed the
  /// WebSocket.
  private var ending: WebSocket.Closing?
  private var silence: SilenceWatch
  private var isReadingPaused = false
  /// The number of libwebsockets callbacks in progress. The WebSocket must not be destroyed in libwebsockets until they
  /// return.
  private var depth = 0
  private var mustClose = false
  /// The watcher that fires when the first WebSocket frame arrives, before libwebsockets reads it; `nil` afterwards.
  private var firstWebSocketFrame: IOWatcher?
  /// The second byte of the first WebSocket frame. The byte's highest bit is set if the frame is masked.
  private var maskByte: UInt8?
  /// The index of `maskByte` among the bytes that are still unread in the socket: 0 or 1. The first byte may have
  /// arrived together with the handshake.
  private let maskIndex: Int

  /// Creates a connection in the phase `opening`.
  /// - Parameter rest: The bytes that arrived together with the handshake, after its end.
  init(loop: LoopState, _ upgrade: CurrentRequest.Upgrade, place: ConnectionPlace?, rest: [UInt8]) {
    maskByte = rest.dropFirst().first
    maskIndex = rest.isEmpty ? 1 : 0
    id = loop.makeMemberID()
    self.loop = loop
    peer = upgrade.peer
    places = [place, upgrade.place]
    delegate = upgrade.delegate
    let limits = loop.server.configuration.sockets
    silence = SilenceWatch(limit: limits.silenceTimeLimit, heartbeatInterval: limits.heartbeatInterval, from: .now)
    assembler = MessageAssembler(maximumMessageSize: limits.maximumMessageSize)
  }

  // MARK: From libwebsockets

  /// Handles a callback from libwebsockets. Returns 0 to continue, or -1 to close the connection.
  /// - Parameter bytes: The bytes that have arrived, valid until this function returns; empty if callbacks with this
  ///   reason have no input.
  func received(_ reason: lws_callback_reasons, _ bytes: UnsafeRawBufferPointer, on socket: LwsSocket) -> Int32 {
    lws = socket
    depth += 1
    defer { depth -= 1 }
    switch reason {
    case LWS_CALLBACK_ESTABLISHED: opened()
    case LWS_CALLBACK_RECEIVE: receivedPiece(bytes, of: socket)
    case LWS_CALLBACK_RECEIVE_PONG: silence.heard(at: .now)
    case LWS_CALLBACK_SERVER_WRITEABLE: flush()
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: peerCloses(bytes)
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL: isEnding()
    case LWS_CALLBACK_CLOSED: ended()
    case LWS_CALLBACK_WSI_DESTROY: cut()
    // The server has written the handshake itself, so anything but a WebSocket is a programming error.
    case LWS_CALLBACK_HTTP, LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_RX: mustClose = true
    default: return 0
    }
    return mustClose ? -1 : 0
  }

  private func opened() {
    phase = .open
    lookAfterPeer()
    let socket = WebSocket(
      peer: peer, maximumQueuedSize: server.configuration.sockets.maximumQueuedSize, waker: waker)
    self.socket = socket
    delegate.opened(socket)
    if loop.isStopping { socket.close(code: 1001, reason: "the server is stopping") }
  }

  private func receivedPiece(_ bytes: UnsafeRawBufferPointer, of lws: LwsSocket) {
    guard case .open = phase, let socket else { return }
    silence.heard(at: .now)
    firstWebSocketFrame = nil
    // RFC 6455, section 5.1. libwebsockets accepts unmasked WebSocket frames without reporting them.
    if let maskByte, maskByte < 0x80 { return refuse(code: 1002, reason: "a WebSocket frame is not masked") }
    let outcome = assembler.append(
      bytes, isFirst: lws.isFirstPiece, isLast: lws.isLastPiece, isBinary: lws.isBinary, remaining: lws.remaining)
    switch outcome {
    case .incomplete:
      guard !assembler.reserve(in: server.arrivals) else { break }
      refuse(code: 1013, reason: "the server is receiving too much data")
    case .message(let message):
      assembler.giveBack(to: server.arrivals)
      delegate.received(message, on: socket)
    case .refused(let code, let reason):
      refuse(code: code, reason: reason)
    }
  }

  private func refuse(code: UInt16, reason: String) {
    assembler.giveBack(to: server.arrivals)
    server.logger.warning(
      "a WebSocket message was refused", metadata: ["peer": "\(peer)", "code": "\(code)", "reason": "\(reason)"])
    beginClosing(with: WebSocket.Closing(code: code, reason: reason))
  }

  /// Records the peer's close frame, which libwebsockets echoes, or refuses a malformed one.
  ///
  /// libwebsockets has replaced some codes that are not allowed with 1002.
  private func peerCloses(_ bytes: UnsafeRawBufferPointer) {
    switch CloseFrame(body: bytes) {
    case .valid(let code, let reason):
      phase = .closing
      if ending == nil { ending = WebSocket.Closing(code: code, reason: reason) }
    case .refused(let code, let reason):
      refuse(code: code, reason: reason)
      // The peer has sent its last frame, so it does not answer this close frame.
      setDeadline(Self.timeForLastFrame)
    }
  }

  /// Sets a deadline when libwebsockets begins to close the connection. This is needed after a protocol error:
  /// libwebsockets sends a close frame, and would then close the connection only when one of its own timers runs.
  private func isEnding() {
    guard case .open = phase else { return }
    phase = .closing
    setDeadline(Self.timeForLastFrame)
  }

  private func ended() {
    firstWebSocketFrame = nil
    guard let socket = socket.take() else { return }
    phase = .closed
    socket.end()
    let ending = ending ?? WebSocket.Closing(code: 1006, reason: "")
    delegate.closed(socket, code: ending.code, reason: ending.reason)
  }

  /// Removes the connection after libwebsockets has released the socket, or has not adopted it.
  func cut() {
    guard lws != nil || phase != .closed else { return }
    lws = nil
    ended()
    phase = .closed
    assembler.giveBack(to: server.arrivals)
    places = []
    loop.remove(self)
  }

  // MARK: From the loop

  /// Ends the connection if libwebsockets did not adopt the socket. Otherwise inspects the first WebSocket frame before
  /// libwebsockets reads it. A peer that masks its first frame is assumed to mask all frames.
  func checkAdoption(of descriptor: CInt, on libev: OpaquePointer?) {
    guard lws != nil, let libev else { return cut() }
    guard maskByte == nil else { return }
    firstWebSocketFrame = IOWatcher(on: libev, descriptor: descriptor, event: .read, isFirst: true) { [unowned self] in
      firstWebSocketFrame = nil
      maskByte = PlainSocket.peek(descriptor, at: maskIndex)
    }
    firstWebSocketFrame?.start()
  }

  func deadlinePassed() {
    guard case .open = phase else { return close() }
    lookAfterPeer()
  }

  private func lookAfterPeer() {
    // While reading is paused, nothing arrives from the peer. This does not count as silence.
    if isReadingPaused { silence.heard(at: .now) }
    switch silence.verdict(at: .now) {
    case .wait(let time): setDeadline(time)
    case .send(let asks, let beats, let time):
      if beats, let socket, let heartbeat = delegate.heartbeat(on: socket), !writeNow(heartbeat, as: LWS_WRITE_TEXT) {
        return close()
      }
      // A pong repeats the ping's payload, and libwebsockets reports only pongs that have a payload.
      if asks, !writeNow(Self.question, as: LWS_WRITE_PING) { return close() }
      setDeadline(time)
    case .gone:
      server.logger.debug("a WebSocket was closed: its peer is silent", metadata: ["peer": "\(peer)"])
      close()
    }
  }

  private static let question = [UInt8(ascii: "?")]

  /// Writes a ping or a heartbeat now or not at all, because sending it later would be useless. Skips it if the peer
  /// has not accepted earlier bytes. Returns `false` if the connection has failed.
  private func writeNow(_ bytes: [UInt8], as kind: lws_write_protocol) -> Bool {
    guard let lws, !lws.isHoldingBack else { return true }
    return lws.write(bytes, as: kind, through: loop.buffers.output)
  }

  func serverIsStopping() {
    socket?.close(code: 1001, reason: "the server is stopping")
  }

  /// Writes pending messages until libwebsockets has to buffer bytes. libwebsockets calls this function in a callback
  /// when its buffer is empty again. The loop calls it after ``LoopWaker/wake()``.
  func flush() {
    guard case .open = phase, let lws, let socket else { return }
    // A local variable needs no checks for conflicting accesses at run time (CONTRIBUTING.md, "Measure").
    var unwritten = exchange(&self.unwritten, with: Unwritten())
    let hasRest = !unwritten.messages.isEmpty
    let (isPaused, closing) = socket.beginFlush(&unwritten.messages)
    if isPaused != isReadingPaused {
      isReadingPaused = isPaused
      lws.setReading(isPaused: isPaused)
    }
    let isOverfull = closing?.isOverfull == true
    if isOverfull { unwritten.next = 0 }
    var sent = 0
    while unwritten.next < unwritten.messages.count, !lws.isHoldingBack {
      let message = unwritten.messages[unwritten.next]
      unwritten.messages[unwritten.next] = []
      unwritten.next += 1
      guard lws.write(message, as: LWS_WRITE_TEXT, through: loop.buffers.output) else { return close() }
      sent += message.count
    }
    if sent > 0 {
      silence.sent(at: .now)
      socket.sent(bytes: sent)
    }
    if lws.isHoldingBack {
      self.unwritten = unwritten
      return lws.requestWritable()
    }
    unwritten.messages.removeAll(keepingCapacity: unwritten.messages.capacity <= 16)
    unwritten.next = 0
    self.unwritten = unwritten
    // The loop above has written only the messages that remained from an earlier flush. Messages that were queued since
    // then are written now.
    if hasRest { return flush() }
    guard let closing else { return }
    if isOverfull {
      server.logger.warning(
        "a WebSocket was closed: its peer reads too slowly or sends too fast",
        metadata: ["peer": "\(peer)", "reason": "\(closing.reason)"])
    }
    beginClosing(with: closing)
  }

  // MARK: Closing

  /// The time limit for the peer to answer a close frame (RFC 6455, section 7.1.1).
  private static let timeToAnswerClose = Duration.seconds(5)
  /// The time limit for sending the close frame after a protocol error. The server does not wait for the peer's answer
  /// in this case (RFC 6455, section 7.1.7).
  private static let timeForLastFrame = Duration.seconds(1)

  /// Begins closing the WebSocket. libwebsockets sends the close frame, waits some seconds for the peer's close frame,
  /// and ends the connection.
  private func beginClosing(with closing: WebSocket.Closing) {
    guard let lws else { return }
    phase = .closing
    ending = closing
    setDeadline(Self.timeToAnswerClose)
    var reason = Array(closing.reason.utf8.prefix(123))
    // The reason is truncated at a character boundary.
    while !reason.isEmpty, (try? UTF8Span(validating: reason.span)) == nil { reason.removeLast() }
    lws.setCloseReason(code: closing.code, reason)
    close()
  }

  /// Ends the connection immediately, or when the current callback returns.
  private func close() {
    guard let lws else { return }
    if depth > 0 { mustClose = true } else { lws.closeNow() }
  }
}
