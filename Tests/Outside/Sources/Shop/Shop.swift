import SnippetBridge

/// Called once for each browser tab.
@Sendable public func prepare(_ webView: WebView) {
  webView.addInterface(Till(), by: "till")
}
