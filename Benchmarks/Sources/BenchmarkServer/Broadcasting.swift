import SnippetBridge

/// An interface that sends a script to all pages of the server.
@Exposed
struct Broadcasting {
  let audience: Audience

  func broadcast() {
    audience.webViews.evaluateJavaScript("1")
  }
}
