import HTTPTypes
import Logging

/// The body of a request: what arrives of it, how long it may take, and what becomes of a rest that nobody wants.
extension Connection {
  /// In bytes: a rest that is no longer is read and dropped after the answer, so that the connection can be used again.
  static let longestDroppedRest = 64 << 10

  func collect(
    _ request: ServerRequest, _ head: RequestHead, limit: Int,
    _ completion: @escaping @Sendable (ServerRequest, PendingResponse) -> Void
  ) {
    guard head.body != .none else { return answer { completion(request, $0) } }
    if case .length(let length) = head.body, length > limit { return refuseBody(over: limit) }
    guard giveLeave(head) else { return }
    phase = .collecting(Collecting(request: request, limit: limit, completion: completion))
    bodyProgress = BodyProgress(server.configuration.http, from: .now)
    setRequestDeadline()
  }

  func stream(
    _ request: ServerRequest, _ head: RequestHead, to handler: @Sendable (ServerRequestBody, PendingResponse) -> Void
  ) {
    let body = ServerRequestBody(connection: self)
    if head.body == .none {
      body.complete()
    } else {
      guard giveLeave(head) else { return }
      self.body = body
      bodyProgress = BodyProgress(server.configuration.http, from: .now)
    }
    answer { handler(body, $0) }
  }

  /// RFC 9110, section 10.1.1: the peer waits for leave to send. False when that could not be written.
  func giveLeave(_ head: RequestHead) -> Bool {
    head.expectsContinue ? writeContinue() : true
  }

  func writeContinue() -> Bool {
    let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    if case .count(line.count) = line.withUnsafeBytes({ transport.write($0) }) { return true }
    close()
    return false
  }

  func bodyArrived(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    received += range.count
    let piece = bytes.extracting(range)
    if let droppable { return drop(piece.count, of: droppable) }
    if let body { return append(piece, to: body) }
    if case .forwarding(let forwarding) = phase { return forward(piece, by: forwarding) }
    guard case .collecting(var collecting) = phase else { return }
    // So that `collecting` is the only owner of the body: with two, each piece would copy all before it.
    phase = .head
    guard received <= collecting.limit else { return refuseBody(over: collecting.limit) }
    guard server.arrivals.resize(&share, to: received) else { return refuseForWantOfRoom() }
    if collecting.request.body.isEmpty, case .length(let length) = collecting.request.framing {
      // The length is only what a peer says: no reason to reserve much memory.
      collecting.request.body.reserveCapacity(min(length, ArrivalBudget.free))
    }
    piece.withUnsafeBufferPointer { collecting.request.body.append(contentsOf: $0) }
    phase = .collecting(collecting)
  }

  private func append(_ piece: Span<UInt8>, to body: ServerRequestBody) {
    switch piece.withUnsafeBufferPointer({ body.append($0) }) {
    case .room: break
    case .full:
      bodyProgress?.pause(at: .now)
      setRequestDeadline()
    case .overBudget:
      if case .answering = phase { return refuseForWantOfRoom() }
      close()
    }
  }

  func requestEnded() {
    isComplete = true
    droppable = nil
    bodyProgress = nil
    if let body {
      self.body = nil
      body.complete()
      return setRequestDeadline()
    }
    switch phase {
    case .collecting(let collecting):
      server.arrivals.giveBack(&share)
      answer { collecting.completion(collecting.request, $0) }
    case .forwarding(let forwarding):
      forwarding.requestEnded()
      setForwardingDeadline(forwarding)
    case .draining: awaitNextRequest()
    default: break
    }
  }

  // MARK: Time

  /// The handler may have taken what had filled the body's room.
  func resumeBody() {
    guard let body, let bodyProgress, bodyProgress.isPaused, body.hasRoom else { return }
    self.bodyProgress?.resume(received: received, at: .now)
    setRequestDeadline()
  }

  /// Whether it is the peer that is waited for.
  var awaitsBody: Bool { bodyProgress.map { !$0.isPaused } ?? false }

  /// Sets the deadline of what is waited for now: the rest of the body, or the handler. An answer that the socket does
  /// not take has another.
  func setRequestDeadline() {
    let rest = awaitsBody ? bodyProgress?.timeLeft(at: .now) : nil
    switch phase {
    case .answering: setDeadline(rest ?? server.configuration.http.answerTimeLimit)
    // The writer may take its time.
    case .collecting, .draining, .writing(_, _, nil): setDeadline(rest)
    case .forwarding(let forwarding): setForwardingDeadline(forwarding)
    default: break
    }
  }

  func bodyIsLate() {
    if let next = bodyProgress?.nextStretch(received: received, at: .now) { return setDeadline(next) }
    switch phase {
    case .collecting, .answering: refuse(.requestTimeout, "The request did not arrive in time.")
    case .forwarding(let forwarding) where forwarding.exchange.stage != .answering:
      refuse(.requestTimeout, "The request did not arrive in time.")
    case .writing:
      server.logger.warning(
        "a body did not arrive in time, its connection is closed", metadata: ["peer": "\(peer)"])
      close()
    default: close()
    }
  }

  // MARK: A rest that nobody wants

  /// The answer is there, or was written, and not all of the body.
  func leaveBody() {
    body?.fail()
    body = nil
    guard !closesAfterResponse else { return }
    // RFC 9112, section 9.6: a peer that is told so sends no request behind it that would be lost.
    if case .length(let length) = framing, length - received > Self.longestDroppedRest {
      closesAfterResponse = true
      return
    }
    droppable = Self.longestDroppedRest
    bodyProgress?.resume(received: received, at: .now)
  }

  private func drop(_ count: Int, of droppable: Int) {
    guard count <= droppable else { return giveUpRest() }
    self.droppable = droppable - count
  }

  /// The connection ends with the answer, or now where that is written.
  func giveUpRest() {
    droppable = nil
    closesAfterResponse = true
    if case .draining = phase { linger() }
  }

  private func refuseForWantOfRoom() {
    server.logger.warning("a request was refused: too much is arriving", metadata: ["peer": "\(peer)"])
    refuse(.serviceUnavailable, "Too much is arriving here. Send it again later.")
  }
}
