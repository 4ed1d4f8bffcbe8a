import HTTPTypes
import SnippetBridgeWebServer

/// The page for a browser that has not presented the token. The page has one input field and no script, and it loads no
/// resources.
struct AdmissionPage {
  let status: HTTPResponse.Status
  let sentence: String

  /// Returns the page as a response. Its form is submitted to the requested URL, which then opens.
  func response(asHTML: Bool) -> ServerResponse {
    var headers: HTTPFields = [.cacheControl: "no-store", .wwwAuthenticate: "Bearer"]
    guard asHTML else {
      headers[.contentType] = "text/plain; charset=utf-8"
      return ServerResponse(status, headers: headers, body: .bytes(Array((sentence + "\n").utf8)))
    }
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    return ServerResponse(status, headers: headers, body: .bytes(Array(html.utf8)))
  }

  private var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Token</title>
    <style>
    :root { color-scheme: light dark }
    body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto; padding: 0 1.5rem }
    input, button { font: inherit; padding: .3rem .6rem }
    input { width: min(100%, 22rem); box-sizing: border-box }
    </style>
    </head>
    <body>
    <form method="post">
    <p><label for="token">\(sentence)</label></p>
    <p><input id="token" name="token" type="password" autocomplete="off" required autofocus> <button>Open</button></p>
    </form>
    </body>
    </html>

    """
  }
}
