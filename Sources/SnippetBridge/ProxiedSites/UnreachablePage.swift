import HTTPTypes
import SnippetBridgeWebServer

/// The page that a browser gets if a target does not answer. The page names the target and the reason, and reloads by
/// itself.
struct UnreachablePage {
  let target: String
  let reason: String
  var reloads = true

  private static let interval = 3

  /// Returns the page as a response with status 502.
  func response(to request: ServerRequest) -> ServerResponse {
    let sentence = "\(target) does not answer: \(reason)."
    guard request.asksForDocument else {
      return ServerResponse(
        .badGateway, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
        body: .bytes(Array((sentence + "\n").utf8)))
    }
    var response = ErrorPage(.badGateway, detail: sentence).response()
    // Reloads without a script, which a policy might stop. Only GET is reloaded, because a form must not be sent
    // again.
    if reloads, request.method == .get, let refresh = HTTPField.Name("Refresh") {
      response.headers[refresh] = "\(Self.interval)"
    }
    return response
  }
}
