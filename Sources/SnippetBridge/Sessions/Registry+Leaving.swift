import DSBridge
import DSBridgeLocks
import HTTPTypes
import SnippetBridgeWebServer

/// Functions that distinguish a closed tab from a tab that is loading its next document.
extension Registry {
  /// Handles a report that the browser is leaving a document. Has no effect if the document is not part of any of the
  /// sessions.
  func leave(_ id: DocumentID, sessions: [String]) {
    try? webView(of: id, sessions: sessions).leave(id)
  }

  /// Returns whether the tab may still load another document after the document `left`, or has already loaded one. The
  /// new document's hello may not have reached the web view yet.
  func expectsDocument(in webView: String, after left: DocumentID) -> Bool {
    state.withLock { state in
      guard let shown = state.webViews[webView]?.document else { return false }
      guard shown == left, let document = state.documents[shown] else { return true }
      let session = state.sessions[document.session]
      // This server cannot observe navigations in pages of other servers. These are pages of a page origin, or pages
      // behind a proxy that forwards only the bridge's requests.
      if configuration.isPage(origin: document.origin) { return true }
      if configuration.hasProxied(origin: document.origin), session?.hasNavigated != true { return true }
      return session?.navigations.isEmpty(at: .now) == false
    }
  }

  /// Records that a document is sent to the session's browser. If the document contains the page script and is shown,
  /// it will send a hello.
  func answers(_ navigation: ServerRequest, of session: String?, with status: HTTPResponse.Status) {
    // After status 204, the browser keeps its document. After a redirect, the browser sends another request.
    guard let session, status != .noContent, status.kind != .redirection || status == .notModified else { return }
    state.withLock {
      $0.navigates(
        session, to: NavigationTarget(navigation), at: .now, within: configuration.webViews.reconnectTimeout.bounded)
    }
  }
}
