package import HTTPTypes

/// A small page that shows an error to a person. It supports light and dark mode, contains no script, and loads
/// nothing.
package struct ErrorPage: Sendable {
  package var status: HTTPResponse.Status
  /// An additional detail, such as the path that was not found. It is truncated to 200 bytes and escaped.
  package var detail: String?

  package init(_ status: HTTPResponse.Status, detail: String? = nil) {
    self.status = status
    self.detail = detail
  }

  /// Returns a 405 response with the allowed methods; `GET, HEAD` by default.
  package static func methodNotAllowed(allow: String = DocumentRoot.allow) -> ServerResponse {
    var response = ErrorPage(.methodNotAllowed).response()
    response.headers[.allow] = allow
    return response
  }

  /// Returns the page as a response that browsers do not store.
  package func response() -> ServerResponse {
    let headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
      .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'",
    ]
    return ServerResponse(status, headers: headers, body: .bytes(Array(html.utf8)))
  }

  var html: String {
    let (title, sentence) = words
    // The limit is in bytes, because a character may have any number of combining marks.
    let more =
      detail.map { "<p><code>\(Self.escaped(String(decoding: $0.utf8.prefix(200), as: UTF8.self)))</code></p>" } ?? ""
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(status.code) \(title)</title>
      <style>
      :root { color-scheme: light dark }
      body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto; padding: 0 1.5rem }
      h1 { font-size: 1.6rem; margin: 0 }
      b { color: #888; font-weight: 400 }
      code { overflow-wrap: anywhere; color: #888 }
      </style>
      </head>
      <body>
      <h1><b>\(status.code)</b> \(title)</h1>
      <p>\(sentence)</p>
      \(more)
      </body>
      </html>

      """
  }

  private var words: (title: String, sentence: String) {
    switch status.code {
    case 400: ("Bad request", "The server could not understand the request.")
    case 403: ("Not allowed", "This server accepts requests only from its own pages and under its own host name.")
    case 404: ("Not found", "There is nothing at this address.")
    case 405: ("Method not allowed", "This address does not support the method of the request.")
    case 412: ("Precondition failed", "The content at this address differs from the version that the browser expected.")
    case 413: ("Too large", "The request is larger than this server accepts.")
    case 416: ("Range not available", "The browser requested a range beyond the end of the content.")
    case 500: ("Server error", "An error occurred in the server. The details are in its log.")
    case 502: ("Bad gateway", "Another server provides this page. It did not answer, or its answer is invalid.")
    case 503: ("Not available", "The server is starting or stopping. Try again in a moment.")
    case 508: ("Loop detected", "Another server provides this page. It forwards the request back to this server.")
    default: (Self.escaped(status.reasonPhrase), "The server cannot answer this request.")
    }
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { references[$0] ?? String($0) }.joined()
  }

  private static let references: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ]
}
