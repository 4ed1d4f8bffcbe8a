public import Foundation

/// The type that decides about the proposals of a ``Navigator``. Every function has a default.
public protocol NavigatorDelegate: AnyObject {
  /// A function that repeats a failed visit.
  typealias RetryBlock = () -> Void

  /// Decides about a proposal.
  func handle(proposal: VisitProposal, from navigator: Navigator) -> ProposalResult
  /// Called when a visit has failed. By default, an error view with "Retry" replaces the page.
  func visitableDidFailRequest(
    _ visitable: any Visitable, error: HotwireNativeError, retryHandler: RetryBlock?)
  /// Called when a page submits a form.
  func formSubmissionDidStart(to url: URL)
  /// Called when the response to a form has arrived.
  func formSubmissionDidFinish(at url: URL)
  /// Called when the request of a visit has ended, before the page is rendered.
  func requestDidFinish(at url: URL)
  /// Called after each cold boot, which loads a new document, as soon as the page was rendered and can receive visits.
  /// The request for the page has already ended.
  func sessionDidLoadWebView(_ session: Session)
}

/// The decision about a proposed visit.
public enum ProposalResult: Equatable {
  /// Shows the page in the default screen.
  case accept
  /// Shows another screen: native content, or a visitable of the program.
  case acceptCustom(ViewController)
  /// Refuses the visit. The screens stay unchanged.
  case reject

  /// The name for developer tools.
  var name: String {
    switch self {
    case .accept: "accept"
    case .acceptCustom: "custom"
    case .reject: "reject"
    }
  }

  /// Returns whether two decisions are equal. Screens are compared by identity.
  public static func == (left: ProposalResult, right: ProposalResult) -> Bool {
    switch (left, right) {
    case (.accept, .accept), (.reject, .reject): true
    case (.acceptCustom(let one), .acceptCustom(let other)): one === other
    default: false
    }
  }
}

extension NavigatorDelegate {
  /// Accepts the proposal.
  public func handle(proposal: VisitProposal, from navigator: Navigator) -> ProposalResult { .accept }

  /// Shows an error view with "Retry".
  public func visitableDidFailRequest(
    _ visitable: any Visitable, error: HotwireNativeError, retryHandler: RetryBlock?
  ) {
    (visitable as? VisitableViewController)?.presentError(error) { retryHandler?() }
  }

  /// Does nothing.
  public func formSubmissionDidStart(to url: URL) {}
  /// Does nothing.
  public func formSubmissionDidFinish(at url: URL) {}
  /// Does nothing.
  public func requestDidFinish(at url: URL) {}
  /// Does nothing.
  public func sessionDidLoadWebView(_ session: Session) {}
}

/// The delegate of a navigator that was created without one.
final class DefaultNavigatorDelegate: NavigatorDelegate {}
