import DSBridge
import HTTPTypes
import Locks
import WebServer

/// Telling a tab that is closed from one that loads its next document.
extension Registry {
  /// The document says that its tab leaves it. No effect if it is not the session's.
  func leave(_ id: DocumentID, session: String?) {
    try? webView(of: id, session: session).leave(id)
  }

  /// Whether the tab of a web view that has left this document may still get its next one, or has got it: that one's
  /// hello may not have reached the web view yet.
  func expectsDocument(in webView: String, after left: DocumentID) -> Bool {
    state.withLock { state in
      guard let shown = state.webViews[webView]?.document else { return false }
      guard shown == left, let document = state.documents[shown] else { return true }
      let session = state.sessions[document.session]
      // Pages of another server, or of one that forwards only the bridge: nobody here sees their tabs go on.
      if configuration.isPage(origin: document.origin) { return true }
      if configuration.hasProxied(origin: document.origin), session?.hasNavigated != true { return true }
      return session?.navigations.isEmpty(at: .now) == false
    }
  }

  /// A document is sent to the session's browser. It will say hello if it has a bridge and is shown.
  func answers(_ navigation: ServerRequest, of session: String?, with status: HTTPResponse.Status) {
    // After a 204 the browser stays where it is; after a redirect it asks again.
    guard let session, status != .noContent, status.kind != .redirection || status == .notModified else { return }
    state.withLock {
      $0.navigates(
        session, to: NavigationTarget(navigation), at: .now, within: configuration.webViews.graceTime.bounded)
    }
  }
}
