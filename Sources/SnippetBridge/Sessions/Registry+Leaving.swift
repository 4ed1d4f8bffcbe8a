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

  /// Returns whether the web view's tab has already loaded another document after the document `left`, or may be
  /// loading one. If neither is the case, the server treats the tab as closed.
  func expectsDocument(in webView: String, after left: DocumentID) -> Bool {
    state.withLock { state in
      guard let shown = state.webViews[webView]?.document else { return false }
      guard shown == left, let document = state.documents[shown] else { return true }
      let session = state.sessions[document.session]
      // If the page comes from another server, this server cannot observe the page's navigations, so it assumes that a
      // navigation may be in progress. Such pages have a page origin, or are behind a proxy that forwards only the
      // bridge's requests.
      if configuration.isPage(origin: document.origin) { return true }
      if configuration.hasProxied(origin: document.origin), session?.hasNavigated != true { return true }
      return session?.navigations.isEmpty(at: .now) == false
    }
  }

  /// Records that a document is sent to the session's browser, so that the server expects the document's hello.
  func answers(_ navigation: ServerRequest, of session: String?, with status: HTTPResponse.Status) {
    // After status 204, the browser keeps its document. After a redirect, the browser sends another request.
    guard let session, status != .noContent, status.kind != .redirection || status == .notModified else { return }
    state.withLock {
      $0.sessions[session]?.hasNavigated = true
      $0.sessions[session]?.navigations.begin(
        NavigationTarget(navigation), at: .now, within: configuration.webViews.reconnectTimeout.bounded)
    }
  }
}
