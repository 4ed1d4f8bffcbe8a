package import HTTPTypes
import Logging
import Routes
import WebServer

/// What this server answers itself, without a connection: its program's routes, and its documents as they are, without
/// the bridge's scripts.
package struct OwnResponses: Sendable {
  /// An answer, whole.
  package struct Answer: Sendable {
    package let status: Int
    package let headers: HTTPFields
    package let body: [UInt8]
  }

  /// The answer has more bytes than were wanted.
  package struct TooLong: Error {}

  private let documents: DocumentServer
  private let routes: ProgramRoutes?
  private let logger: Logger

  init(_ configuration: BridgeConfiguration, _ routes: ProgramRoutes?) throws(BridgeServerError) {
    documents = try DocumentServer(configuration, injecting: [])
    self.routes = routes
    logger = configuration.logger
  }

  /// What a browser would get at this path, which may have a query; nil for a text that is no path. Middleware is asked
  /// where a route answers.
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
      let answer = await endpoint.respond(Routes.Request(request, body: Routes.RequestBody()), source)
      if let failure = answer.failure {
        logger.error("a route failed", metadata: ["path": "\(request.path)", "error": "\(failure)"])
        return ErrorPage(.internalServerError).response()
      }
      return answer.response.serverResponse(to: request, streams: nil, logger: logger)
    }
    switch documents.answer(to: request) {
    case .now(let response): return response
    case .later(let answer): return await answer()
    }
  }
}
