import HTTPTypes
import Logging

/// Reading a request's body, its time limits, and discarding unread body bytes.
extension Connection {
  /// The maximum number of unread body bytes that are read and dropped after a response, so that the connection can
  /// be reused.
  static let longestDroppedRest = 64 << 10

  func collect(
    _ request: ServerRequest, limit: Int, _ completion: @escaping @Sendable (ServerRequest, PendingResponse) -> Void
  ) {
    guard current.framing != .none else { return answer { completion(request, $0) } }
    if case .length(let length) = current.framing, length > limit { return refuseBody(over: limit) }
    guard beginBody() else { return }
    phase = .collecting(Collecting(request: request, limit: limit, completion: completion))
    setRequestDeadline()
  }

  func stream(to handler: @Sendable (ArrivingBody, PendingResponse) -> Void) {
    let body = ArrivingBody(connection: self)
    if current.framing == .none {
      body.end()
    } else {
      guard beginBody() else { return }
      current.body = body
    }
    answer { handler(body, $0) }
  }

  /// Begins to measure the body's progress. Sends 100 Continue if the peer waits for it (RFC 9110, section 10.1.1). If
  /// it cannot be written, closes the connection and returns `false`.
  func beginBody() -> Bool {
    if current.bodyProgress == nil { current.bodyProgress = BodyProgress(server.configuration.http, from: .now) }
    guard current.expectsContinue else { return true }
    let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    if case .count(line.count) = line.withUnsafeBytes({ transport.write($0) }) { return true }
    close()
    return false
  }

  func bodyArrived(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    current.received += range.count
    let piece = bytes.extracting(range)
    if let droppable = current.droppable { return drop(piece.count, of: droppable) }
    if let body = current.body { return append(piece, to: body) }
    if case .forwarding(let forwarding) = phase { return forward(piece, by: forwarding) }
    guard case .collecting(var collecting) = phase else { return }
    // This makes `collecting` the only owner of the body. With two owners, each append would copy the whole body.
    phase = .head
    guard current.received <= collecting.limit else { return refuseBody(over: collecting.limit) }
    guard current.reserve(in: server.arrivals) else { return refuseForWantOfRoom() }
    if collecting.request.body.isEmpty, case .length(let length) = collecting.request.framing {
      // The length is only what the peer claims, so little memory is reserved for it.
      collecting.request.body.reserveCapacity(min(length, ArrivalBudget.free))
    }
    piece.withUnsafeBufferPointer { collecting.request.body.append(contentsOf: $0) }
    phase = .collecting(collecting)
  }

  private func append(_ piece: Span<UInt8>, to body: ArrivingBody) {
    switch piece.withUnsafeBufferPointer({ body.append($0) }) {
    case .room: break
    case .full:
      current.bodyProgress?.pause(at: .now)
      setRequestDeadline()
    case .overBudget:
      if case .answering = phase { return refuseForWantOfRoom() }
      close()
    }
  }

  func requestEnded() {
    current.isComplete = true
    current.droppable = nil
    current.bodyProgress = nil
    if let body = current.body.take() {
      body.end()
      return setRequestDeadline()
    }
    switch phase {
    case .collecting(let collecting):
      server.arrivals.giveBack(&current.share)
      answer { collecting.completion(collecting.request, $0) }
    case .forwarding(let forwarding):
      forwarding.requestEnded()
      setForwardingDeadline(forwarding)
    case .draining: awaitNextRequest()
    default: break
    }
  }

  // MARK: Time limits

  /// Resumes reading a paused body if the handler or the upstream server has taken enough bytes.
  func resumeBody() {
    guard current.bodyProgress?.isPaused == true else { return }
    let hasRoom: Bool? =
      if case .forwarding(let forwarding) = phase { forwarding.hasRoom } else { current.body?.hasRoom }
    guard hasRoom == true else { return }
    current.resumeBody()
    setRequestDeadline()
  }

  /// Whether the connection waits for the peer to send more of the body.
  var awaitsBody: Bool { current.bodyProgress.map { !$0.isPaused } ?? false }

  /// Sets the deadline for receiving the remainder of the request body, or for the handler's response. While the send
  /// buffer is full, `waitForRoom` sets a separate deadline for the response.
  func setRequestDeadline() {
    let rest = awaitsBody ? current.bodyProgress?.timeLeft(at: .now) : nil
    switch phase {
    case .answering: setDeadline(rest ?? server.configuration.http.answerTimeLimit)
    // A response writer has no time limit. Only the remainder of the request body has a deadline.
    case .collecting, .draining, .writing(_, nil): setDeadline(rest)
    case .forwarding(let forwarding): setForwardingDeadline(forwarding)
    default: break
    }
  }

  func bodyIsLate() {
    if let next = current.nextStretch() { return setDeadline(next) }
    switch phase {
    case .collecting, .answering: refuse(.requestTimeout, "The request did not arrive in time.")
    case .forwarding(let forwarding) where forwarding.exchange.stage != .answering:
      refuse(.requestTimeout, "The request did not arrive in time.")
    case .writing: closeWithWarning("a connection was closed: the request body did not arrive in time")
    default: close()
    }
  }

  // MARK: Unwanted rest of a body

  /// Stops passing on a body that has not arrived completely. Called when the response is known or has been written. If
  /// the remainder of the body is short, it is read and dropped. If it is long, the connection is closed after the
  /// response.
  func leaveBody() {
    current.body?.end(RequestBodyError.cutShort)
    current.body = nil
    guard !current.closesAfterResponse else { return }
    // RFC 9112, section 9.6: the response announces that the connection will be closed. Otherwise, the peer could send
    // another request, which would be lost.
    if case .length(let length) = current.framing, length - current.received > Self.longestDroppedRest {
      current.closesAfterResponse = true
      return
    }
    current.droppable = Self.longestDroppedRest
    current.resumeBody()
  }

  private func drop(_ count: Int, of droppable: Int) {
    guard count <= droppable else { return giveUpRest() }
    current.droppable = droppable - count
  }

  /// Stops reading the unwanted rest of the body. Closes the connection after the response, or immediately if the
  /// response has already been written.
  func giveUpRest() {
    current.droppable = nil
    current.closesAfterResponse = true
    if case .draining = phase { linger() }
  }

  private func refuseForWantOfRoom() {
    server.logger.warning("a request was refused: too many request bodies are arriving", metadata: ["peer": "\(peer)"])
    refuse(.serviceUnavailable, "The server is receiving too much data. Retry later.")
  }
}
