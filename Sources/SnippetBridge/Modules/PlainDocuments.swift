import HTTPTypes
import WebServer

/// A server's own documents, as they are: without the bridge's scripts.
package struct PlainDocuments: Sendable {
  private let server: DocumentServer

  init(_ configuration: BridgeConfiguration) throws(BridgeServerError) {
    server = try DocumentServer(configuration, injecting: [])
  }

  /// What a browser would get at this path, which may have a query; nil for a text that is no path.
  package func answer(at path: String) async throws -> (status: Int, headers: HTTPFields, body: [UInt8])? {
    guard path.hasPrefix("/"), let target = RequestTarget(path) else { return nil }
    let response: ServerResponse =
      switch server.answer(to: ServerRequest(target: target)) {
      case .now(let response): response
      case .later(let answer): await answer()
      }
    var body: [UInt8] = []
    if let pieces = ResponsePieces(response.body) { for try await piece in pieces { body += piece } }
    return (response.status.code, response.headers, body)
  }
}
