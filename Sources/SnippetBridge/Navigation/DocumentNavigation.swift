import DSBridge

/// What a request for a document is to a web view.
struct DocumentNavigation: Sendable {
  /// Nil where nobody can tell, and for what is no navigation.
  var webView: WebView?
  var frame = NavigationFrame.main
  /// Who decides has been asked, or need not be: native code wants it.
  var isDecided = false
  /// Native code has told a frame to load it.
  var isExpected = false
  /// Of its browser; nil where it has none.
  var session: String?

  /// The web view's page is to be replaced. A frame in it is not its page.
  func apply(_ event: NavigationProgress.Event) {
    if frame == .main { webView?.hosted.page.apply(event) }
  }
}
