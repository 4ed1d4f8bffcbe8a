package import HTTPTypes
import Logging
import SnippetBridgeRoutes
import SnippetBridgeWebServer

/// A producer of this server's responses for callers in the same process, without a connection. It returns the
/// responses of the program's routes, and the server's documents without the bridge's scripts.
package struct OwnResponses: Sendable {
  /// A complete response.
  package struct Answer: Sendable {
    package let status: Int
    package let headers: HTTPFields
    package let body: [UInt8]
  }

  /// The error that is thrown if the response's body exceeds the limit.
  package struct TooLong: Error {}

  /// The server's documents, without the bridge's scripts.
  let documents: DocumentServer
  let routes: ProgramRoutes?
  let logger: Logger

  /// Returns the response that a browser would receive to a GET request for `path`, which may contain a query. Returns
  /// `nil` if `path` is invalid.
  ///
  /// Unlike for a browser's request, middleware runs only if a route matches. Throws ``TooLong`` if the body has more
  /// than `limit` bytes.
  package func answer(at path: String, headers: HTTPFields = [:], limit: Int) async throws -> Answer? {
    guard path.hasPrefix("/"), let target = RequestTarget(path) else { return nil }
    let response = await response(to: ServerRequest(target: target, headers: ReceivedFields(headers)))
    var body: [UInt8] = []
    func take(_ piece: [UInt8]) throws {
      guard body.count + piece.count <= limit else { throw TooLong() }
      body += piece
    }
    if let pieces = ResponsePieces(response.body) { for try await piece in pieces { try take(piece) } }
    if let pieces = WrittenPieces(response.body) { for try await piece in pieces { try take(piece) } }
    return Answer(status: response.status.code, headers: response.headers, body: body)
  }

  private func response(to request: ServerRequest) async -> ServerResponse {
    if case .endpoint(let endpoint, let parameters)? = routes?.table.match(.get, request.path) {
      let source = RequestContextSource(
        logger: logger, peer: request.peer, parameters: parameters, endpointPath: endpoint.path)
      let answer = await endpoint.respond(.init(request, body: .init()), source)
      if let failure = answer.failure {
        logger.error("a route failed", metadata: ["path": "\(request.path)", "error": "\(failure)"])
        return ErrorPage(.internalServerError).response()
      }
      return answer.response.serverResponse(to: request, streams: nil, logger: logger)
    }
    return await documents.answer(to: request).response(reading: ArrivingBody([]))
  }
}
