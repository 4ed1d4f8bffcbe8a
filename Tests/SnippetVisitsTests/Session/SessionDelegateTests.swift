import Foundation
import SnippetBridge
import SnippetVisits
import Testing

@Suite(.timeLimit(.minutes(1))) struct SessionDelegateTests {
  /// Has only the functions without a default.
  private final class Minimal: SessionDelegate {
    func session(_ session: Session, didProposeVisit proposal: VisitProposal) {}
    func session(_ session: Session, didProposeVisitToCrossOriginRedirect location: URL) {}
    func session(_ session: Session, didFailRequestForVisitable visitable: any Visitable, error: HotwireNativeError) {}
    func session(_ session: Session, decidePolicyFor action: NavigationAction) -> WebViewPolicyManager.Decision {
      .allow
    }
    func sessionWebViewProcessDidTerminate(_ session: Session) {}
  }

  @Test func theOtherFunctionsHaveDefaults() throws {
    let session = Session(name: "main", shell: nil)
    let delegate: any SessionDelegate = Minimal()
    delegate.sessionDidLoadWebView(session)
    delegate.sessionDidStartRequest(session)
    delegate.sessionDidFinishRequest(session)
    let url = try #require(URL(string: "https://host.example/form"))
    delegate.sessionDidStartFormSubmission(session, to: url)
    delegate.sessionDidFinishFormSubmission(session, at: url)
  }
}
