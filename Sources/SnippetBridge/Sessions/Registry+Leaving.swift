import DSBridge
import Synchronization

/// Telling a tab that is closed from one that loads its next document.
extension Registry {
  /// The document says that its tab leaves it. No effect if it is not the session's.
  func leave(_ id: DocumentID, session: String?) {
    guard let webView = try? webView(of: id, session: session) else { return }
    let isNavigating = state.withLock { state in
      state.sessions[session ?? ""]?.navigation.map { .now - $0 < configuration.graceTime } ?? false
    }
    // Its tab may have got the next document, which has not said hello yet: it has the usual time.
    if !isNavigating { webView.leave(id) }
  }

  /// The session's browser gets a document that will say hello, if it has a bridge and is shown.
  func answersNavigation(of session: String?) {
    guard let session else { return }
    state.withLock { $0.navigates(session, at: .now) }
  }
}
