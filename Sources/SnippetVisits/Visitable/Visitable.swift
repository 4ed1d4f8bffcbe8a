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
  /// The current URL of the page. Before the page has been rendered, this is the initial URL. After the session's page
  /// has moved to another screen, this is the last URL that the page had in this screen.
  var currentVisitableURL: URL { get }

  /// Called after the page was rendered.
  func visitableDidRender()
  /// Shows that the page is loading.
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

/// A type that a ``Visitable`` notifies of its appearance and of reload requests.
public protocol VisitableDelegate: AnyObject {
  /// Called before the screen is shown.
  func visitableViewWillAppear(_ visitable: any Visitable)
  /// Called after the screen was shown.
  func visitableViewDidAppear(_ visitable: any Visitable)
  /// Called before the screen is covered or removed.
  func visitableViewWillDisappear(_ visitable: any Visitable)
  /// Called after the screen was covered or removed.
  func visitableViewDidDisappear(_ visitable: any Visitable)
  /// Called when the program requests a reload of the page.
  func visitableDidRequestReload(_ visitable: any Visitable)
  /// Called when the user requests a reload of the page.
  func visitableDidRequestRefresh(_ visitable: any Visitable)
}
