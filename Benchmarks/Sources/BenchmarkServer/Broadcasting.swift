import SnippetBridge

/// Reaches every page of the server.
@Exposed
struct Broadcasting {
  let audience: Audience

  func broadcast() {
    audience.webViews.evaluateJavaScript("1")
  }
}
