import SnippetBridge

/// Reaches every page of the server.
@Exposed
struct Broadcasting {
  let audience: Audience

  func broadcast() {
    for webView in audience.webViews { webView.evaluateJavaScript("1") }
  }
}
