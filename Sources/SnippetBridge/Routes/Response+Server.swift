import HTTPTypes
import Logging
import SnippetBridgeRoutes
import SnippetBridgeWebServer

/// The conversion of a route's response into a response of the web server.
extension SnippetBridgeRoutes.Response {
  /// Returns the response in the form that the web server sends.
  /// - Parameter streams: The object that runs event streams. If `nil`, event streams do not run, and their responses
  ///   have empty bodies.
  func serverResponse(to request: ServerRequest, streams: EventStreams?, logger: Logger) -> ServerResponse {
    switch body.content {
    case .bytes(let bytes):
      if let usual { return ServerResponse(usual.template, body: .bytes(bytes)) }
      return ServerResponse(status, headers: headers, body: .bytes(bytes))
    case .written(let length, let write):
      return written(length: length, to: request, logger) { writer in
        var writer: any ResponseBodyWriter = writer
        try await write(&writer)
      }
    case .events(let body, let keepAlive):
      return written(length: nil, to: request, logger) { writer in
        try await streams?.run(body, to: writer, keepAlive: keepAlive)
      }
    case .file(let path):
      var response =
        SingleFile.respond(to: request, path: path) ?? ErrorPage(.notFound, detail: request.decodedPath).response()
      for field in headers { response.headers[field.name] = headers[field.name] }
      return response
    case .opaque(let body):
      return ServerResponse(status, headers: headers, body: body as? ServerResponse.Body ?? .none)
    }
  }

  private func written(
    length: Int?, to request: ServerRequest, _ logger: Logger,
    _ write: @escaping @Sendable (BodyWriter) async throws -> Void
  ) -> ServerResponse {
    let body = ServerResponse.Body.writer(length: length.map(Int64.init)) { writer in
      do {
        try await write(BodyWriter(writer: writer))
      } catch {
        if !Task.isCancelled {
          logger.error(
            "the body of a route failed",
            metadata: ["method": "\(request.method)", "path": "\(request.path)", "error": "\(error)"])
        }
        throw error
      }
    }
    return ServerResponse(status, headers: headers, body: body)
  }
}

/// A writer with which a route writes the body of a response.
private struct BodyWriter: ResponseBodyWriter {
  let writer: ResponseWriter

  mutating func write(_ bytes: [UInt8]) async throws { try await writer.write(bytes) }
  consuming func finish(_ trailingHeaders: HTTPFields?) {}
}

extension SnippetBridgeRoutes.Response.Usual {
  private static let jsonTemplate = ResponseTemplate(.ok, headers: SnippetBridgeRoutes.Response.Usual.json.headers)
  private static let textTemplate = ResponseTemplate(.ok, headers: SnippetBridgeRoutes.Response.Usual.text.headers)

  fileprivate var template: ResponseTemplate {
    switch self {
    case .json: Self.jsonTemplate
    case .text: Self.textTemplate
    }
  }
}
