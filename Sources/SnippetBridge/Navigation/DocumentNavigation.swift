import DSBridge

/// What a request for a document is to a web view.
struct DocumentNavigation: Sendable {
  /// Nil where nobody can tell, and for what is no navigation.
  var webView: WebView?
  var frame = NavigationFrame.main

  /// The web view's page is to be replaced. A frame in it is not its page.
  func apply(_ event: NavigationProgress.Event) {
    if frame == .main { webView?.hosted.page.apply(event) }
  }
}
