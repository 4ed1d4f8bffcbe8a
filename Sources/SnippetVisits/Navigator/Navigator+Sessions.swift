import DSBridge
public import Foundation
import Logging
public import SnippetBridge

/// The events of the two sessions.
extension Navigator: SessionDelegate {
  /// Routes a proposal of a page, with the properties of its URL.
  public func session(_ session: Session, didProposeVisit proposal: VisitProposal) {
    route(proposal.url, options: proposal.options)
  }

  /// Removes the screen whose visit was redirected to another server, and routes the target of the redirect.
  public func session(_ session: Session, didProposeVisitToCrossOriginRedirect location: URL) {
    pop(from: session === modalSession ? .modal : .default, animated: false)
    route(location)
  }

  /// Passes a failure to the delegate, with a function that repeats the visit.
  public func session(
    _ session: Session, didFailRequestForVisitable visitable: any Visitable, error: HotwireNativeError
  ) {
    if let old = delegate as? any TurboDelegate {
      return old.session(session: session, didFailRequestForVisitable: visitable, error: TurboError(error))
    }
    delegate?.visitableDidFailRequest(visitable, error: error) { [weak session] in
      guard let session else { return }
      if session.topmostVisitable == nil { session.visit(visitable, reload: true) } else { session.reload() }
    }
  }

  /// Returns the decision of the policy handlers about a navigation that is not a visit.
  public func session(
    _ session: Session, decidePolicyFor action: NavigationAction
  ) -> WebViewPolicyManager.Decision {
    hasUserGesture = action.hasUserGesture
    defer { hasUserGesture = true }
    return WebViewPolicyManager.decide(action, configuration, self)
  }

  /// Informs the delegate that a page can receive visits.
  public func sessionDidLoadWebView(_ session: Session) { delegate?.sessionDidLoadWebView(session) }

  /// Informs the delegate that a request has ended.
  public func sessionDidFinishRequest(_ session: Session) {
    guard let url = session.activeVisitable?.initialVisitableURL else { return }
    delegate?.requestDidFinish(at: url)
  }

  /// Informs the delegate that a page has begun to send a form.
  public func sessionDidStartFormSubmission(_ session: Session, to url: URL) {
    delegate?.formSubmissionDidStart(to: siteURL(url))
  }

  /// Informs the delegate of the response to a form. A form in the modal may have changed content that the main stack
  /// shows, so the main session's cache of pages is marked as stale.
  public func sessionDidFinishFormSubmission(_ session: Session, at url: URL) {
    if session === modalSession { self.session.markSnapshotCacheAsStale() }
    delegate?.formSubmissionDidFinish(at: siteURL(url))
  }

  /// Logs the loss of a page, which the session loads again.
  public func sessionWebViewProcessDidTerminate(_ session: Session) {
    logger.debug("the page of a session has ended and is loaded again", metadata: ["session": "\(session.name)"])
  }
}
