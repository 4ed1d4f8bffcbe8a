import HTTPTypes
import Logging

/// A request, from its head to the handler.
extension Connection {
  func headArrived(_ head: RequestHead) {
    isIdle = false
    isHTTP11 = head.minorVersion >= 1
    isHead = head.method == .head
    isComplete = head.body == .none
    received = 0
    closesAfterResponse = closesAfterResponse || !head.keepsAlive
    var request = Request(
      method: head.method, target: head.target, headers: head.fields, isSecure: isSecure && !isPlainText, peer: peer)
    request.framing = head.body
    request.listener = listener.index
    request.listeners = listener.addresses
    let forwarded =
      isProxy ? ForwardedAddress.find(in: head.fields, trusting: server.configuration.trustedProxies) : nil
    if let forwarded { request.peer = forwarded }
    if let observer = server.observer { observed = ObservedRequest(observer.began(request)) }
    request.observation = observed?.observation
    if case .refused(let reason) = place?.admission { return refuse(.serviceUnavailable, reason) }
    if isPlainText {
      // A socket has no use for a redirect.
      guard request.headers[.upgrade] == nil else { return close() }
      closesAfterResponse = true
      return send(server.handler.handlePlainText(request))
    }
    let handshake = WebSocketHandshake.read(
      request, isHTTP11: isHTTP11, subprotocol: server.configuration.subprotocol)
    if case .bad(let response) = handshake { return refuseUpgrade(response) }
    if case .good = handshake { request.isWebSocket = true }
    let action = server.handler.handle(request)
    switch (action, handshake) {
    case (.upgrade(let delegate), .good(let handshake)):
      guard !isStopping else { return refuseUpgrade(.plain(.serviceUnavailable, "The server is stopping.")) }
      let place: SocketPlace
      do throws(SocketRefusal) {
        place = try SocketPlace(
          in: server.connections, forwarded: forwarded.flatMap { AddressBlock(numericHost: $0) }, hasPair: isSecure)
      } catch {
        return refuseUpgrade(.plain(.serviceUnavailable, error.reason))
      }
      upgrade = Upgrade(delegate: delegate, handshake: handshake, peer: request.peer, place: place)
    case (.upgrade, _): send(.plain(.internalServerError, "Nothing was to be upgraded."))
    case (.respond(let response), .good): refuseUpgrade(response)
    case (.respond(let response), _):
      if head.body != .none { closesAfterResponse = true }
      send(response)
    case (.collect(let limit, let completion), _): collect(request, head, limit: limit, completion)
    case (.stream(let handler), _): stream(request, head, to: handler)
    }
  }

  func refuseUpgrade(_ response: Response) {
    server.logger.debug(
      "refused a WebSocket", metadata: ["peer": "\(peer)", "status": "\(response.status.code)"])
    closesAfterResponse = true
    send(response)
  }

  func collect(
    _ request: Request, _ head: RequestHead, limit: Int,
    _ completion: @escaping @Sendable (Request, PendingResponse) -> Void
  ) {
    guard head.body != .none else { return answer { completion(request, $0) } }
    if case .length(let length) = head.body, length > limit { return refuseBody(over: limit) }
    guard giveLeave(head) else { return }
    phase = .collecting(Collecting(request: request, limit: limit, completion: completion))
    beginBody()
  }

  func stream(
    _ request: Request, _ head: RequestHead, to handler: @Sendable (RequestBody, PendingResponse) -> Void
  ) {
    let body = RequestBody(connection: self)
    if head.body == .none {
      body.complete()
    } else {
      guard giveLeave(head) else { return }
      self.body = body
    }
    answer { handler(body, $0) }
  }

  /// RFC 9110, section 10.1.1: the peer waits for leave to send. False when that could not be written.
  func giveLeave(_ head: RequestHead) -> Bool {
    guard head.expectsContinue else { return true }
    let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    if case .count(line.count) = line.withUnsafeBytes({ transport.write($0) }) { return true }
    close()
    return false
  }

  func beginBody() {
    bodyProgress = BodyProgress(server.configuration.http, from: .now)
    setDeadline(min(server.configuration.http.headTimeLimit, server.configuration.http.bodyTimeLimit))
  }

  func bodyArrived(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    received += range.count
    let piece = bytes.extracting(range)
    if let body {
      body.append(piece.withUnsafeBufferPointer { Array($0) })
      return
    }
    guard case .collecting(var collecting) = phase else { return }
    // So that `collecting` is the only owner of the body: with two, each piece would copy all before it.
    phase = .head
    guard received <= collecting.limit else { return refuseBody(over: collecting.limit) }
    guard server.arrivals.grow(&share, to: received) else {
      server.logger.warning("a request was refused: too much is arriving", metadata: ["peer": "\(peer)"])
      return refuse(.serviceUnavailable, "Too much is arriving here. Send it again later.")
    }
    if collecting.request.body.isEmpty, case .length(let length) = collecting.request.framing {
      // The length is only what a peer says: no reason to reserve much memory.
      collecting.request.body.reserveCapacity(min(length, ArrivalBudget.free))
    }
    piece.withUnsafeBufferPointer { collecting.request.body.append(contentsOf: $0) }
    phase = .collecting(collecting)
  }

  func requestEnded() {
    isComplete = true
    if let body {
      self.body = nil
      return body.complete()
    }
    guard case .collecting(let collecting) = phase else { return }
    server.arrivals.giveBack(&share)
    answer { collecting.completion(collecting.request, $0) }
  }

  /// Lets the handler answer. Many answer at once.
  func answer(_ ask: (PendingResponse) -> Void) {
    let pending = PendingResponse(connection: self)
    phase = .answering(pending)
    setDeadline(server.configuration.http.answerTimeLimit)
    ask(pending)
    if let response = pending.take() { send(response) }
  }

  // MARK: Refusals

  /// RFC 9112, section 11.2 and RFC 9110, section 15.5: what is ambiguous ends the connection.
  func requestIsMalformed(_ failure: RequestParser.Failure) {
    if let body {
      // The answer may be on its way already.
      body.fail()
      self.body = nil
      return close()
    }
    if isPlainText { return close() }
    refuse(failure.status, failure.sentence)
  }

  func refuseBody(over limit: Int) {
    refuse(.contentTooLarge, "The body is over the limit of \(limit) bytes.")
  }

  /// An error of HTTP's own, after which the connection ends.
  func refuse(_ status: HTTPResponse.Status, _ sentence: String) {
    // The log has named this when the first of these connections was answered 503.
    let level: Logger.Level = [408, 413, 414, 431].contains(status.code) ? .warning : .debug
    server.logger.log(
      level: level, "refused a request", metadata: ["peer": "\(peer)", "status": "\(status.code)"])
    server.arrivals.giveBack(&share)
    isComplete = false
    closesAfterResponse = true
    send(Response.plain(status, sentence))
  }
}
