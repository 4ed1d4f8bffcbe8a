import CLibwebsockets
import Logging

/// The connection is a WebSocket.
extension Connection {
  func webSocketOpened() {
    guard let delegate = acceptedDelegate else { return close() }
    acceptedDelegate = nil
    setDeadline(server.configuration.sockets.silenceTimeLimit / 2)
    let socket = WebSocket(connection: self)
    phase = .webSocket(
      WebSocketSession(
        socket: socket, delegate: delegate, maximumMessageSize: server.configuration.sockets.maximumMessageSize))
    delegate.opened(socket)
    if closesAfterResponse { socket.close(code: 1001, reason: "the server is stopping") }
  }

  func webSocketReceived(_ bytes: UnsafeRawBufferPointer, from wsi: OpaquePointer) {
    guard case .webSocket(let session) = phase, !session.isClosing else { return }
    session.hasBeenHeard = true
    let outcome = session.assembler.append(
      bytes, isFirst: lws_is_first_fragment(wsi) != 0, isLast: lws_is_final_fragment(wsi) != 0,
      isBinary: lws_frame_is_binary(wsi) != 0, remaining: Int(clamping: lws_remaining_packet_payload(wsi)))
    switch outcome {
    case .incomplete: break
    case .message(let message): session.delegate.received(message, on: session.socket)
    case .refused(let code, let reason):
      server.logger.warning(
        "a WebSocket message was refused",
        metadata: ["peer": "\(peer)", "code": "\(code)", "reason": "\(reason)"])
      beginClosing(session, with: WebSocket.Closing(code: code, reason: reason))
    }
  }

  func webSocketHeard() {
    if case .webSocket(let session) = phase { session.hasBeenHeard = true }
  }

  private static let question = [UInt8(ascii: "?")]

  /// Every half of the peer's time limit: a silent peer is asked once, and then given up.
  func checkPeer(of session: WebSocketSession) {
    // Nobody listens to it.
    if isReadingPaused { session.hasBeenHeard = true }
    if session.isClosing || (session.isAsked && !session.hasBeenHeard) {
      server.logger.debug("gave up a WebSocket whose peer is silent", metadata: ["peer": "\(peer)"])
      return close()
    }
    session.isAsked = !session.hasBeenHeard
    session.hasBeenHeard = false
    // When it does not even take what it was sent, nothing can be asked. The answer repeats the payload, and libwebsockets tells nothing of one
    // without.
    if session.isAsked, let wsi, lws_partial_buffered(wsi) == 0, write(Self.question, as: LWS_WRITE_PING) < 0 {
      return close()
    }
    setDeadline(server.configuration.sockets.silenceTimeLimit / 2)
  }

  /// The peer's close frame; libwebsockets answers it.
  func webSocketPeerCloses(_ bytes: UnsafeRawBufferPointer) {
    guard case .webSocket(let session) = phase else { return }
    // RFC 6455, section 7.1.5: 1005 stands for a frame without a code.
    let code = bytes.count >= 2 ? UInt16(bytes[0]) << 8 | UInt16(bytes[1]) : 1005
    let reason = String(decoding: bytes.dropFirst(2), as: UTF8.self)
    session.isClosing = true
    if session.ending == nil { session.ending = WebSocket.Closing(code: code, reason: reason) }
  }

  /// libwebsockets begins to end it. A peer that has broken the protocol is told so by a close frame, and libwebsockets would then wait
  /// until a timer of its own happens to run.
  func webSocketIsEnding() {
    guard case .webSocket(let session) = phase, !session.isClosing else { return }
    session.isClosing = true
    setDeadline(Self.patienceWithBreakers)
  }

  func webSocketEnded() {
    guard case .webSocket(let session) = phase else { return }
    phase = .gone
    session.socket.end()
    let ending = session.ending ?? WebSocket.Closing(code: 1006, reason: "")
    session.delegate.closed(session.socket, code: ending.code, reason: ending.reason)
  }

  /// Writes what waits, until libwebsockets has to hold something back; it calls again when that is out.
  func flushWebSocket(_ wsi: OpaquePointer) {
    guard case .webSocket(let session) = phase, !session.isClosing else { return }
    if session.socket.beginFlush() { pauseReading() } else { resumeReading() }
    if session.socket.isOverfull {
      session.messages = []
      session.nextMessage = 0
    }
    while true {
      if lws_partial_buffered(wsi) != 0 {
        lws_callback_on_writable(wsi)
        return
      }
      if session.nextMessage == session.messages.count {
        session.messages.removeAll(keepingCapacity: session.messages.capacity <= 16)
        session.nextMessage = 0
        switch session.socket.nextWork(&session.messages) {
        case .nothing: return
        case .close(let closing):
          if closing.code == 1013 {
            server.logger.warning(
              "a WebSocket's peer is too much behind, or too fast",
              metadata: ["peer": "\(peer)", "reason": "\(closing.reason)"])
          }
          return beginClosing(session, with: closing)
        case .messages: break
        }
      }
      let message = session.messages[session.nextMessage]
      session.messages[session.nextMessage] = []
      session.nextMessage += 1
      guard write(message, as: LWS_WRITE_TEXT) >= 0 else { return close() }
      session.socket.sent(bytes: message.count)
    }
  }

  /// For the peer to answer a close frame (RFC 6455, section 7.1.1).
  private static let patienceWithClosing = Duration.seconds(5)
  /// For the close frame to leave (RFC 6455, section 7.1.7: nothing needs to be waited for).
  private static let patienceWithBreakers = Duration.seconds(1)

  /// libwebsockets sends the close frame, waits some seconds for the peer's, and ends the connection.
  private func beginClosing(_ session: WebSocketSession, with closing: WebSocket.Closing) {
    guard let wsi else { return }
    session.isClosing = true
    session.ending = closing
    setDeadline(Self.patienceWithClosing)
    var reason = Array(closing.reason.utf8.prefix(123))
    // Not in the middle of a character.
    while !reason.isEmpty, (try? UTF8Span(validating: reason.span)) == nil { reason.removeLast() }
    reason.withUnsafeMutableBufferPointer { buffer in
      lws_close_reason(wsi, lws_close_status(UInt32(closing.code)), buffer.baseAddress, buffer.count)
    }
    close()
  }
}
