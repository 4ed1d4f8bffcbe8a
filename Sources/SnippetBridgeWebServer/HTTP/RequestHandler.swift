/// A type that decides how a server answers requests. All loops use the same value concurrently.
package protocol RequestHandler: Sendable {
  /// Returns the action for a request, given its head. Called once per request on the loop; must not block.
  func handle(_ request: ServerRequest) -> RequestAction

  /// Returns the response to a plain HTTP request on a TLS port. Called on the loop; must not block.
  func handlePlainText(_ request: ServerRequest) -> ServerResponse
}

/// The action for a request.
package enum RequestAction: Sendable {
  /// Sends this response now. If the request has a body, it is not read, and the connection is closed after the
  /// response.
  case respond(ServerResponse)
  /// Reads the whole body, then calls the closure on the loop; the closure must not block. A body over `limit` bytes
  /// is answered with 413.
  case collect(limit: Int, then: @Sendable (ServerRequest, PendingResponse) -> Void)
  /// Calls the closure now, on the loop; the closure must not block. The body can be read as it arrives. When the
  /// response is available, the unread remainder of the body is dropped if it is short. If it is long, the connection
  /// is closed.
  case stream(@Sendable (ArrivingBody, PendingResponse) -> Void)
  /// Forwards the request to an upstream server. The loop passes on the request and the response while they arrive,
  /// including their bodies.
  case forward(ForwardedRequest)
  /// Calls the closure now, on the loop; the closure must not block. The body is not read before the closure's
  /// decision, so that the request can still be forwarded (``PendingResponse/forward(_:)``).
  case decide(@Sendable (ServerRequest, PendingResponse) -> Void)
  /// Upgrades the connection to a WebSocket. Only valid if ``ServerRequest/isWebSocket`` is `true`.
  case upgrade(any WebSocketDelegate)
}

extension RequestAction {
  /// Returns an action whose response also has these headers. Has no effect on `forward` and `upgrade`.
  package func adding(_ headers: AddedHeaders) -> RequestAction {
    switch self {
    case .respond(var response):
      response.set(headers)
      return .respond(response)
    case .collect(let limit, let completion): return .collect(limit: limit, then: headers.added(by: completion))
    case .stream(let handler): return .stream(headers.added(by: handler))
    case .decide(let handler): return .decide(headers.added(by: handler))
    case .forward, .upgrade: return self
    }
  }
}

extension AddedHeaders {
  /// Returns a handler whose response also has these headers.
  fileprivate func added<Input>(
    by handler: @escaping @Sendable (Input, PendingResponse) -> Void
  ) -> @Sendable (Input, PendingResponse) -> Void {
    { input, pending in
      pending.add(self)
      handler(input, pending)
    }
  }
}
