import HTTPTypes
import WebServer

/// What a browser sees where a target does not answer: which one, and why. It reloads by itself.
struct UnreachablePage {
  let target: String
  let reason: String
  var reloads = true

  private static let interval = 3

  /// 502.
  func response(to request: ServerRequest) -> ServerResponse {
    let sentence = "\(target) does not answer: \(reason)."
    guard request.asksForDocument else {
      return ServerResponse(
        .badGateway, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
        body: .bytes(Array((sentence + "\n").utf8)))
    }
    var response = ErrorPage(.badGateway, detail: sentence).response()
    // Without a script, which a policy might stop. A form must not be sent again.
    if reloads, request.method == .get, let refresh = HTTPField.Name("Refresh") {
      response.headers[refresh] = "\(Self.interval)"
    }
    return response
  }
}
