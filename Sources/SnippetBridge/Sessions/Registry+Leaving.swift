import DSBridge
import Synchronization

/// Telling a tab that is closed from one that loads its next document.
extension Registry {
  /// The document says that its tab leaves it. No effect if it is not the session's.
  func leave(_ id: DocumentID, session: String?) {
    try? webView(of: id, session: session).leave(id)
  }

  /// Whether the web view's tab may have got its next document, which has not said hello yet.
  func expectsDocument(in webView: String) -> Bool {
    state.withLock { state in
      let document = state.webViews[webView]?.document.flatMap { state.documents[$0] }
      let navigation = document.flatMap { state.sessions[$0.session]?.navigation }
      return navigation.map { .now - $0 < configuration.graceTime } ?? false
    }
  }

  /// The session's browser gets a document that will say hello, if it has a bridge and is shown.
  func answersNavigation(of session: String?) {
    guard let session else { return }
    state.withLock { $0.navigates(session, at: .now) }
  }
}
