import DSBridge
import DSBridgeLocks
import HTTPTypes
import SnippetBridgeWebServer

/// The distinction between a closed tab and one that loads its next document.
extension Registry {
  /// Handles a document's report that its tab leaves it. No effect if the document belongs to none of the
  /// sessions.
  func leave(_ id: DocumentID, sessions: [String]) {
    try? webView(of: id, sessions: sessions).leave(id)
  }

  /// Returns whether the tab may still load another document in place of the left one, or has already loaded it. The
  /// hello of the other document may not have reached the web view yet.
  func expectsDocument(in webView: String, after left: DocumentID) -> Bool {
    state.withLock { state in
      guard let shown = state.webViews[webView]?.document else { return false }
      guard shown == left, let document = state.documents[shown] else { return true }
      let session = state.sessions[document.session]
      // This server does not see the navigations of tabs with pages of other servers: pages of a page origin, or behind
      // a proxy that forwards only the bridge.
      if configuration.isPage(origin: document.origin) { return true }
      if configuration.hasProxied(origin: document.origin), session?.hasNavigated != true { return true }
      return session?.navigations.isEmpty(at: .now) == false
    }
  }

  /// Records that a document is sent to the session's browser. The document sends a hello if it has a bridge and is
  /// shown.
  func answers(_ navigation: ServerRequest, of session: String?, with status: HTTPResponse.Status) {
    // After a 204 the browser keeps its document. After a redirect it sends another request.
    guard let session, status != .noContent, status.kind != .redirection || status == .notModified else { return }
    state.withLock {
      $0.navigates(
        session, to: NavigationTarget(navigation), at: .now, within: configuration.webViews.reconnectTimeout.bounded)
    }
  }
}
