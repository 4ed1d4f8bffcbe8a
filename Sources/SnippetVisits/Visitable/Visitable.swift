public import DSBridge
public import Foundation

/// A screen that a ``Session`` can visit.
public protocol Visitable: AnyObject {
  /// The view controller that is shown on the stack; usually `self`.
  var visitableViewController: ViewController { get }
  /// The session that shows its page in this screen.
  var visitableDelegate: (any VisitableDelegate)? { get set }
  /// The container of the session's page.
  var visitableView: VisitableView { get }
  /// The URL of the first visit.
  var initialVisitableURL: URL { get }
  /// The current URL of the page. Before the page was rendered, the initial URL. After the session's page has moved to
  /// another screen, the URL of the page that this screen showed last.
  var currentVisitableURL: URL { get }

  /// Called after the page was rendered.
  func visitableDidRender()
  /// Shows that the page loads.
  func showVisitableActivityIndicator()
  /// Hides the view that ``showVisitableActivityIndicator()`` shows.
  func hideVisitableActivityIndicator()
  /// Called after the session's page has moved to this screen.
  func visitableDidActivateWebView(_ webView: WebView)
  /// Called before the session's page moves to another screen.
  func visitableWillDeactivateWebView()
  /// Called after the session's page has moved to another screen.
  func visitableDidDeactivateWebView()
}

/// The type that a ``Visitable`` informs of its appearance.
public protocol VisitableDelegate: AnyObject {
  /// Called before the screen is shown.
  func visitableViewWillAppear(_ visitable: any Visitable)
  /// Called after the screen was shown.
  func visitableViewDidAppear(_ visitable: any Visitable)
  /// Called before the screen is covered or removed.
  func visitableViewWillDisappear(_ visitable: any Visitable)
  /// Called after the screen was covered or removed.
  func visitableViewDidDisappear(_ visitable: any Visitable)
  /// Called when the program wants the page to be loaded again.
  func visitableDidRequestReload(_ visitable: any Visitable)
  /// Called when the user wants the page to be loaded again.
  func visitableDidRequestRefresh(_ visitable: any Visitable)
}
