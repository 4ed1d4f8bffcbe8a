/// What a server does with what arrives. One value serves every loop at once.
package protocol RequestHandler: Sendable {
  /// The answer to a request for which nothing has to be waited; nil to be asked by ``respond(to:with:)``. On the loop, without blocking.
  func promptResponse(to request: Request) -> Response?

  /// Answers a request that has no prompt response, now or later. On the loop, without blocking.
  func respond(to request: Request, with pending: PendingResponse)

  /// The answer to a request whose body, `bodyLength` bytes, is not worth waiting for; nil to have it read. On the loop, without blocking.
  func refusal(ofHead request: Request, bodyLength: Int) -> Response?

  /// Decides about a request to become a WebSocket, on the loop, without blocking.
  func upgrade(_ request: Request) -> Upgrade
}

extension RequestHandler {
  /// Everything may take its time.
  package func promptResponse(to request: Request) -> Response? { nil }
}

/// The answer to a WebSocket's opening request.
package enum Upgrade: Sendable {
  case accept(any WebSocketDelegate)
  case refuse(Response)
}
