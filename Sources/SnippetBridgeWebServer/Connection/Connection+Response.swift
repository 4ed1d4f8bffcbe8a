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
      phase = .writing(writer, isChunked: framing == .chunked, Outgoing(head: head))
      writer.start(write)
      return writeOn()
    }
    advance(Outgoing(head: head, body: response.body, length: response.body.length))
  }

  func socketHasRoom() {
    writing?.stop()
    switch phase {
    case .handshake: shakeHands()
    case .sending(let outgoing): advance(outgoing)
    case .writing: writeOn()
    case .forwarding(let forwarding): writeOn(forwarding)
    case .tunnelling(let tunnel): return tunnel.hasRoom(tunnel.peer)
    default: break
    }
    readOn()
  }

  func advance(_ outgoing: Outgoing) {
    var outgoing = outgoing
    let (step, sentSize) = write(&outgoing)
    switch step {
    case .complete: finish()
    case .blocked(let event):
      phase = .sending(outgoing)
      waitForRoom(event, hasProgressed: sentSize > 0)
    case .broken(.body):
      server.logger.warning("a connection was closed: the response body ended early", metadata: ["peer": "\(peer)"])
      close()
    case .broken(.connection): close()
    }
  }

  /// Continues to write a response whose body is written by a ``ResponseWriter``.
  func writeOn() {
    guard case .writing(let writer, let isChunked, let rest) = phase else { return }
    guard var outgoing = rest else { return write(from: writer, isChunked: isChunked) }
    let (step, sentSize) = write(&outgoing)
    switch step {
    case .complete:
      phase = .writing(writer, isChunked: isChunked, nil)
      // The loop serves other connections before more of the writer's output is sent.
      setRequestDeadline()
      waker.wake()
    case .blocked(let event):
      phase = .writing(writer, isChunked: isChunked, outgoing)
      waitForRoom(event, hasProgressed: sentSize > 0)
    case .broken: close()
    }
  }

  func write(_ outgoing: inout Outgoing) -> (Outgoing.Step, sentSize: Int64) {
    let step = outgoing.write(to: transport, through: loop.buffers.output)
    let sentSize = outgoing.takeSentSize()
    current.observed?.sentSize += sentSize
    current.meter?.add(sentSize)
    if case .blocked = step {} else { isWaitingForRoom = false }
    return (step, sentSize)
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

  func write(from writer: ResponseWriter, isChunked: Bool) {
    switch writer.nextWork() {
    case .nothing: break
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return }
      // RFC 9112, section 7.1: a chunk begins with its size in hexadecimal digits.
      let chunk = isChunked ? Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10] : bytes
      phase = .writing(writer, isChunked: isChunked, Outgoing(head: chunk))
      writeOn()
    case .complete:
      if isChunked { advance(Outgoing(head: Array("0\r\n\r\n".utf8))) } else { finish() }
    case .broken:
      server.logger.warning("a connection was closed: the response body ended early", metadata: ["peer": "\(peer)"])
      close()
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
    if case .tls(let session) = transport { session.shutDown() }
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
