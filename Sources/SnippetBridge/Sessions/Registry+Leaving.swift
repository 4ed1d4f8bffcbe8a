import DSBridge
import HTTPTypes
import Synchronization
import WebServer

import struct WebServer.Request

/// Telling a tab that is closed from one that loads its next document.
extension Registry {
  /// The document says that its tab leaves it. No effect if it is not the session's.
  func leave(_ id: DocumentID, session: String?) {
    try? webView(of: id, session: session).leave(id)
  }

  /// Whether the web view's tab, which has left this document, may get its next one, or has: its hello may not have
  /// reached the web view.
  func expectsDocument(in webView: String, after left: DocumentID) -> Bool {
    state.withLock { state in
      guard let shown = state.webViews[webView]?.document else { return false }
      guard shown == left, let document = state.documents[shown] else { return true }
      return state.sessions[document.session]?.navigations.isEmpty(at: .now) == false
    }
  }

  /// The session's browser gets a document, which will say hello if it has a bridge and is shown.
  func answers(_ navigation: Request, of session: String?, with status: HTTPResponse.Status) {
    // It stays where it is, or asks again.
    guard let session, status != .noContent, status.kind != .redirection || status == .notModified else { return }
    state.withLock {
      $0.navigates(
        session, to: NavigationTarget(navigation), at: .now, within: configuration.webViews.graceTime.bounded)
    }
  }
}
