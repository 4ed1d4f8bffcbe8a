import HTTPTypes
import Logging

/// Handling a request, from the arrival of its head to the call of the handler.
extension Connection {
  func headArrived(_ head: RequestHead) {
    isIdle = false
    var request = ServerRequest(
      method: head.method, target: head.target, headers: head.fields, isSecure: isSecure && !isPlainText, peer: peer)
    request.certificateSubject = transport.session?.peerSubject
    request.framing = head.body
    request.listener = listener.index
    request.listeners = listener.addresses
    current = CurrentRequest(
      head, closesAfterResponse: isStopping || !head.keepsAlive,
      frameAncestors: FrameAncestors.sources(
        server.configuration.frameAncestors, names: server.configuration.names, for: request))
    let forwarded =
      server.configuration.forwardedPeer?(head.fields)
      ?? (isProxy ? ForwardedAddress.find(in: head.fields, trusting: server.configuration.trustedProxies) : nil)
    if let forwarded { request.peer = forwarded }
    if let observer = server.observer {
      current.observed = ObservedRequest(observation: observer.began(request, from: request.peer))
    }
    request.observation = current.observed?.observation
    if case .refused(let reason) = place?.admission { return refuse(.serviceUnavailable, reason) }
    if isPlainText {
      // A WebSocket client cannot follow a redirect, so its connection is closed.
      guard !WebSocketHandshake.isRequested(by: request) else { return close() }
      current.closesAfterResponse = true
      return send(server.handler.handlePlainText(request))
    }
    let handshake = WebSocketHandshake.read(
      request, isHTTP11: current.isHTTP11, subprotocol: server.configuration.subprotocol)
    if case .good = handshake { request.isWebSocket = true }
    let action = server.handler.handle(request)
    switch (action, handshake) {
    // If a forwarded request asks for an upgrade, the upstream server decides whether to accept it.
    case (.forward(let forwarded), _): forward(forwarded)
    case (.decide(let handler), _): decide(request, handler)
    case (_, .bad(let response)): refuseUpgrade(response)
    case (.upgrade(let delegate), .good(let handshake)):
      guard !isStopping else { return refuseUpgrade(.plain(.serviceUnavailable, "The server is stopping.")) }
      let block = forwarded.flatMap { AddressBlock(numericHost: $0) }
      // Over TLS, the WebSocket's plain bytes go through a socket pair.
      let descriptors = isSecure ? 2 : 0
      if let reason = server.connections.reserve(descriptors: descriptors, for: block) {
        return refuseUpgrade(.plain(.serviceUnavailable, reason))
      }
      let place = ConnectionPlace { [server] in server.connections.release(descriptors: descriptors, of: block) }
      current.upgrade = CurrentRequest.Upgrade(
        delegate: delegate, handshake: handshake, peer: request.peer, place: place)
    case (.upgrade, _):
      send(.plain(.internalServerError, "The server tried to upgrade a request that is not a WebSocket handshake."))
    case (.respond(let response), .good): refuseUpgrade(response)
    case (.respond(let response), _):
      if head.body != .none { current.closesAfterResponse = true }
      send(response)
    case (.collect(let limit, let completion), _): collect(request, limit: limit, completion)
    case (.stream(let handler), _): stream(to: handler)
    }
  }

  func refuseUpgrade(_ response: ServerResponse) {
    server.logger.debug(
      "a WebSocket was refused", metadata: ["peer": "\(peer)", "status": "\(response.status.code)"])
    current.closesAfterResponse = true
    send(response)
  }

  /// Calls the handler. Its response is sent here if it is already available, which is the usual case.
  func answer(_ ask: (PendingResponse) -> Void) {
    let pending = PendingResponse(waker: waker, isAwaited: current.body != nil)
    phase = .answering(pending)
    setRequestDeadline()
    ask(pending)
    // If the handler reads the body while it arrives, the response is not sent yet. The bytes that have already arrived
    // are processed first. These bytes may complete the body, so that no unread rest needs to be dropped.
    if current.body == nil, let outcome = pending.take() { settle(outcome) }
  }

  func settle(_ outcome: PendingResponse.Outcome) {
    switch outcome {
    case .response(let response): send(response)
    case .forward(let request): forward(request)
    }
  }

  /// Calls a handler that decides whether to answer the request or to forward it. Pauses reading the body until the
  /// handler has decided.
  private func decide(_ request: ServerRequest, _ handler: @Sendable (ServerRequest, PendingResponse) -> Void) {
    if !current.isComplete {
      current.bodyProgress = BodyProgress(server.configuration.http, from: .now)
      current.bodyProgress?.pause(at: .now)
    }
    answer { handler(request, $0) }
  }

  // MARK: Refusals

  /// Rejects a malformed or ambiguous request, and ends the connection (RFC 9112, section 11.2; RFC 9110, section
  /// 15.5).
  /// - Parameter bytes: The bytes in which the error was found. They begin with the head if it is too large.
  func requestIsMalformed(_ failure: MessageFailure, in bytes: Span<UInt8>) {
    if isPlainText { return close() }
    if current.droppable != nil { return giveUpRest() }
    // The response has already been started, so no error response can be sent.
    if case .writing = phase { return close() }
    if case .forwarding(let forwarding) = phase, forwarding.exchange.stage == .answering { return close() }
    let endings = failure.status == .requestHeaderFieldsTooLarge ? ServerCookies.endings(in: bytes) : []
    refuse(failure.status, failure.sentence, endings)
  }

  func refuseBody(over limit: Int) {
    refuse(.contentTooLarge, "The body is over the limit of \(limit) bytes.")
  }

  /// Sends an error response from the server itself, and ends the connection.
  /// - Parameter cookies: The `Set-Cookie` headers of the response.
  func refuse(_ status: HTTPResponse.Status, _ sentence: String, _ cookies: [String] = []) {
    // The reason of a 503 has already been logged as a warning.
    let level: Logger.Level = status == .serviceUnavailable ? .debug : .warning
    server.logger.log(
      level: level, "a request was refused", metadata: ["peer": "\(peer)", "status": "\(status.code)"])
    server.arrivals.giveBack(&current.share)
    if current.observed == nil, let observer = server.observer {
      current.observed = ObservedRequest(observation: observer.began(nil, from: peer))
    }
    if case .answering(let pending) = phase { pending.cancel() }
    if case .forwarding(let forwarding) = phase { forwarding.cut() }
    current.isComplete = false
    current.closesAfterResponse = true
    let advice = cookies.isEmpty ? "" : " The cookies of this address were deleted. Load the page again."
    var response = ServerResponse.plain(status, sentence + advice)
    for cookie in cookies { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
    send(response)
  }
}
