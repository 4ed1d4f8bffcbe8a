/// What a server does with what arrives. One value serves every loop at once.
package protocol RequestHandler: Sendable {
  /// Decides about a request, by its head. Asked once for each, on the loop; must not block.
  func handle(_ request: ServerRequest) -> RequestAction

  /// The answer to plain HTTP on a port for TLS. On the loop; must not block.
  func handlePlainText(_ request: ServerRequest) -> ServerResponse
}

/// What is done about a request.
package enum RequestAction: Sendable {
  /// It is answered now. If it has a body, nobody reads it, and the connection ends with the answer.
  case respond(ServerResponse)
  /// Its body is read whole, then the closure is called, on the loop: it must not block. A body over `limit` bytes is
  /// answered 413.
  case collect(limit: Int, then: @Sendable (ServerRequest, PendingResponse) -> Void)
  /// The closure is called now, on the loop, and must not block; the body can be read as it arrives. What
  /// nobody has read when the answer is there is dropped, or ends the connection where it is long.
  case stream(@Sendable (ServerRequestBody, PendingResponse) -> Void)
  /// An upstream server answers it. Everything passes as it comes, bodies too, on the loop.
  case forward(ForwardedRequest)
  /// The closure is called now, on the loop, and must not block. The body waits until it is known who answers: it can
  /// be forwarded then (``PendingResponse/forward(_:)``).
  case decide(@Sendable (ServerRequest, PendingResponse) -> Void)
  /// It becomes a WebSocket. Only for a request that ``Request/isWebSocket``.
  case upgrade(any WebSocketDelegate)
}

extension RequestAction {
  /// The same; the response has these headers too.
  package func adding(_ headers: AddedHeaders) -> RequestAction {
    switch self {
    case .respond(var response):
      response.set(headers)
      return .respond(response)
    case .collect(let limit, let completion):
      return .collect(limit: limit) { request, pending in
        pending.add(headers)
        completion(request, pending)
      }
    case .stream(let handler):
      return .stream { body, pending in
        pending.add(headers)
        handler(body, pending)
      }
    case .decide(let handler):
      return .decide { request, pending in
        pending.add(headers)
        handler(request, pending)
      }
    case .forward, .upgrade: return self
    }
  }
}
