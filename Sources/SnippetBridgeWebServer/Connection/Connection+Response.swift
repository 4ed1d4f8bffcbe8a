import HTTPTypes
import Logging
import SnippetBridgePlatform

/// Sending a response.
extension Connection {
  func send(_ response: ServerResponse) {
    // RFC 9110, section 15.2: after an interim response (1xx), the peer would wait for a final one.
    guard response.status.code >= 200 else {
      server.logger.error(
        "a handler's response has an invalid status", metadata: ["status": "\(response.status.code)"])
      return send(.plain(.internalServerError, "The handler's response has an invalid status."))
    }
    current.observed?.status = response.status.code
    let hasBody = response.status != .noContent && response.status != .notModified
    var framing = BodyFraming.none
    // The rest of the request's body is dropped, unless a task writes the response's body. Such a task may still read
    // the request's body.
    if !current.isComplete, !response.body.isWritten || !hasBody || current.isHead { leaveBody() }
    switch response.body {
    case _ where !hasBody: break
    case .writer(nil, _):
      // RFC 9112, section 6.1: HTTP/1.0 has no chunks, so the end of the connection ends the body.
      if current.isHTTP11 { framing = .chunked } else { current.closesAfterResponse = true }
    default: framing = .length(Int(response.body.length))
    }
    let head = ResponseHead.bytes(
      of: response, framing: framing, date: server.date.now, closes: current.closesAfterResponse,
      isHTTP11: current.isHTTP11,
      frameAncestors: current.frameAncestors)
    guard hasBody, !current.isHead else { return advance(Outgoing(head: head)) }
    if let report = response.progress, response.body.length > 0 {
      current.meter = BodyMeter(length: Int64(head.count) + response.body.length, report: report)
    }
    if case .writer(let length, let write) = response.body {
      let writer = ResponseWriter(length: length) { [waker] in waker.wake() }
      current.isChunked = framing == .chunked
      phase = .writing(writer, nil)
      writer.start(write)
      return advance(Outgoing(head: head), of: writer)
    }
    advance(Outgoing(head: head, body: response.body, length: response.body.length))
  }

  func socketHasRoom() {
    writing?.stop()
    switch phase {
    case .handshake: shakeHands()
    case .tunnelling(let tunnel): return tunnel.hasRoom(tunnel.peer)
    default: writeRest()
    }
    readOn()
  }

  /// Continues to write the response after the socket has become ready.
  func writeRest() {
    switch phase {
    case .sending(let outgoing): advance(outgoing)
    case .writing(let writer, let rest?): advance(rest, of: writer)
    case .writing(let writer, nil): write(from: writer)
    case .forwarding(let forwarding):
      if writePeer(forwarding), case .forwarding = phase { continueForwarding(forwarding) }
    default: break
    }
  }

  /// Writes as much as the socket accepts.
  /// - Parameter writer: The writer of the response's body, or `nil` if `outgoing` is the rest of the response.
  func advance(_ outgoing: Outgoing, of writer: ResponseWriter? = nil) {
    var outgoing = outgoing
    let (step, sentSize) = outgoing.write(to: transport, through: loop.buffers.output)
    current.observed?.sentSize += Int64(sentSize)
    current.meter?.add(Int64(sentSize))
    if case .blocked = step {} else { isWaitingForRoom = false }
    switch step {
    case .complete:
      guard let writer else { return finish() }
      phase = .writing(writer, nil)
      // The loop serves other connections before more of the writer's output is sent.
      setRequestDeadline()
      waker.wake()
    case .blocked(let event):
      phase = if let writer { .writing(writer, outgoing) } else { .sending(outgoing) }
      waitForRoom(event, hasProgressed: sentSize > 0)
    case .bodyBroken: closeWithWarning("a connection was closed: the response body ended early")
    case .broken: close()
    }
  }

  /// Waits until the socket is ready, and sets a deadline for the wait. Further attempts without progress do not extend
  /// the deadline.
  func waitForRoom(_ event: IOWatcher.Event, hasProgressed: Bool) {
    if hasProgressed || !isWaitingForRoom { setDeadline(server.configuration.http.stallTimeLimit) }
    isWaitingForRoom = true
    // TLS may have to read before it can write. Writing then continues when the socket becomes readable.
    writingWaitsForInput = event == .read
    if event == .write { writing?.start() }
  }

  func write(from writer: ResponseWriter) {
    switch writer.nextWork() {
    case .nothing: break
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return }
      // RFC 9112, section 7.1: a chunk begins with its size in hexadecimal digits.
      let chunk = current.isChunked ? Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10] : bytes
      advance(Outgoing(head: chunk), of: writer)
    case .complete:
      if current.isChunked { advance(Outgoing(head: Array("0\r\n\r\n".utf8))) } else { finish() }
    case .broken: closeWithWarning("a connection was closed: the response body ended early")
    }
  }

  /// Handles a completely written response: continues with the next request or ends the connection.
  func finish() {
    endObservation(isComplete: true)
    if current.body != nil { leaveBody() }
    if case .closed = phase { return }
    if current.closesAfterResponse { return current.isComplete || hasEnded ? close() : linger() }
    guard current.isComplete else {
      phase = .draining
      return setRequestDeadline()
    }
    awaitNextRequest()
  }

  func awaitNextRequest() {
    phase = .head
    isIdle = true
    setDeadline(server.configuration.http.idleTimeLimit)
  }

  /// Shuts down sending, but keeps reading for ``lingeringTime`` before the socket is closed. Closing a socket with
  /// unread bytes immediately would reset the connection, so the peer could lose the response.
  func linger() {
    phase = .lingering
    unread = []
    transport.session?.shutDown()
    shutdown(descriptor, CInt(SHUT_WR))
    setDeadline(Self.lingeringTime)
  }

  static let lingeringTime = Duration.seconds(2)
}

extension ServerResponse {
  /// Creates a plain-text response that contains one sentence for the user.
  static func plain(_ status: HTTPResponse.Status, _ sentence: String) -> ServerResponse {
    ServerResponse(
      status, headers: [.contentType: "text/plain; charset=utf-8"], body: .bytes(Array((sentence + "\n").utf8)))
  }
}
