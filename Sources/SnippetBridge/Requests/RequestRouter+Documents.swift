import HTTPTypes
import SnippetBridgeWebServer

/// The handling of requests for the program's documents.
extension RequestRouter {
  /// Returns the document at the request's path, or an error page.
  func document(for request: ServerRequest) -> PageAnswer {
    guard request.method == .get || request.method == .head else { return .now(ErrorPage.methodNotAllowed()) }
    if let response = refusal(ofBodyOf: request) { return .now(response) }
    // The port of a proxied site does not serve the server's own documents.
    guard documents.indices.contains(request.listener) else {
      return .now(ErrorPage(.notFound, detail: request.decodedPath).response())
    }
    return documents[request.listener].answer(to: request)
  }

  /// Returns the response with the Content-Security-Policy if the response is a document. A 304 response has no media
  /// type, so in that case the request determines whether the response is a document.
  func withPolicy(_ response: consuming ServerResponse, for request: ServerRequest) -> ServerResponse {
    guard response.isDocument || response.status == .notModified && request.isNavigation,
      let policy = registry.policy.header
    else { return response }
    response.set(policy)
    return response
  }
}
