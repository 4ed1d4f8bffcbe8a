import HTTPTypes
import SnippetBridgeWebServer

extension Admission {
  /// Returns the response to a client that has not presented the token. For a navigation, the response is a page with
  /// one input field. The page has no script and loads no resources. Its form is submitted to the requested URL, which
  /// then opens.
  func refusal(_ status: HTTPResponse.Status, _ sentence: String, to request: ServerRequest) -> ServerResponse {
    let isPage = request.isNavigation && request.isForOwnPages
    var response = ServerResponse.plain(
      status, Array((isPage ? Self.page(sentence) : sentence + "\n").utf8), type: isPage ? "text/html" : "text/plain")
    response.headers[.wwwAuthenticate] = "Bearer"
    if isPage {
      // There is no `form-action 'self'`: the response to the form may lead to a proxied site.
      response.headers[.contentSecurityPolicy] =
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
    }
    return response
  }

  private static func page(_ sentence: String) -> String {
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
    <p>Whoever runs the program finds the token in the file that the program's log names, or has chosen it.</p>
    </form>
    </body>
    </html>

    """
  }
}
