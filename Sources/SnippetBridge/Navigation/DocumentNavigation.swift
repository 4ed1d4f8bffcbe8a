import DSBridge
import HTTPTypes
import SnippetBridgeWebServer

/// The navigation that a document request belongs to.
struct DocumentNavigation: Sendable {
  /// The web view that navigates, or `nil` if it is unknown or if the request is not a navigation.
  var webView: WebView?
  var frame = NavigationFrame.main
  /// Whether the interceptor has already decided, or need not be asked because native code started the navigation.
  var isDecided = false
  /// Indicates whether the navigation opens another window. If `true`, the web view keeps its document.
  var isOpened = false
  /// Whether this is the load of a document that native code has told an iframe to show.
  var isExpected = false
  /// The session of the browser, or `nil` if the browser has none.
  var session: String?

  /// Whether the response replaces the web view's document.
  var isOfDocument: Bool { frame == .main && !isOpened }

  /// Ends the navigation because its response has no document. The web view keeps the document that it shows.
  func keepDocument(_ request: ServerRequest, in registry: Registry) {
    apply(.responded(status: 204))
    guard isOfDocument, request.method == .post, let webView else { return }
    registry.module?.formKeptDocument(in: webView)
  }

  /// Applies an event to the web view's page. Does nothing for an iframe within the page and for a new window.
  func apply(_ event: NavigationProgress.Event) {
    if isOfDocument { webView?.hosted.page.apply(event) }
  }
}
