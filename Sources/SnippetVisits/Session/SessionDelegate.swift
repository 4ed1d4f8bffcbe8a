public import Foundation
public import SnippetBridge

/// The type that decides about the visits of a ``Session``, usually a ``Navigator``.
public protocol SessionDelegate: AnyObject {
  /// Called when the page proposes a visit. The page stays as it is.
  func session(_ session: Session, didProposeVisit proposal: VisitProposal)
  /// Called when the server has redirected a visit to another origin.
  func session(_ session: Session, didProposeVisitToCrossOriginRedirect location: URL)
  /// Called when a visit has failed.
  func session(
    _ session: Session, didFailRequestForVisitable visitable: any Visitable, error: HotwireNativeError)
  /// Returns whether the browser may carry out a navigation that is not a visit.
  func session(_ session: Session, decidePolicyFor action: NavigationAction) -> WebViewPolicyManager.Decision
  /// Called after each cold boot, which loads a new document, when the page can receive visits.
  func sessionDidLoadWebView(_ session: Session)
  /// Called when a visit sends its request.
  func sessionDidStartRequest(_ session: Session)
  /// Called when the request of a visit has ended, also after a failure and when the visit was cancelled.
  func sessionDidFinishRequest(_ session: Session)
  /// Called when the page submits a form.
  func sessionDidStartFormSubmission(_ session: Session, to url: URL)
  /// Called when the response to a form has arrived.
  func sessionDidFinishFormSubmission(_ session: Session, at url: URL)
  /// Called when the page has ended unexpectedly, as after a crash.
  func sessionWebViewProcessDidTerminate(_ session: Session)
}

extension SessionDelegate {
  /// Does nothing.
  public func sessionDidLoadWebView(_ session: Session) {}
  /// Does nothing.
  public func sessionDidStartRequest(_ session: Session) {}
  /// Does nothing.
  public func sessionDidFinishRequest(_ session: Session) {}
  /// Does nothing.
  public func sessionDidStartFormSubmission(_ session: Session, to url: URL) {}
  /// Does nothing.
  public func sessionDidFinishFormSubmission(_ session: Session, at url: URL) {}
}
