import SnippetBridge

/// Called once for each browser tab.
@Sendable package func prepare(_ webView: WebView) {
  webView.addInterface(Till(), by: "till")
}
