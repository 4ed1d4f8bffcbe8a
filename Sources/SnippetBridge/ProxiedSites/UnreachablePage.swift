import HTTPTypes
import SnippetBridgeWebServer

/// The page that a browser receives if a target does not answer. The page shows the target and the reason, and reloads
/// automatically.
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
    // Reload the page through a header and not with a script, because a policy might block scripts. Do not reload after
    // a POST request, because the browser would submit the form again.
    if reloads, request.method == .get, let refresh = HTTPField.Name("Refresh") {
      response.headers[refresh] = "\(Self.interval)"
    }
    return response
  }
}
