import SnippetBridge

private let guestbook = Guestbook()

/// Called once for each browser tab.
@Sendable package func prepare(_ webView: WebView) {
  webView.addInterface(Till(), by: "till")
  webView.addInterface(Screen(), by: "screen")
  webView.addInterface(UnboundScreen(), by: "unbound")
  // The same for all.
  webView.addInterface(guestbook, by: "guestbook")
}
