public import DSBridge
public import Foundation

/// The container of a session's page in one screen.
///
/// A session has one page, which is drawn over the container of the session's active screen.
open class VisitableView {
  /// The session's web view while this screen shows it.
  public private(set) var webView: WebView?
  /// The screen of this container.
  public private(set) weak var visitable: (any Visitable)?
  /// The last URL that the page had in this screen; `nil` before the page has been rendered.
  public private(set) var url: URL?
  /// The last title that the page had in this screen; "" before the page has been rendered.
  public private(set) var title = ""
  /// A Boolean value that indicates whether the user can reload the page by pulling.
  public var allowsPullToRefresh = true { didSet { allowsPullToRefreshChanged(allowsPullToRefresh) } }
  /// A closure that forwards a change to ``allowsPullToRefresh`` to the shell.
  var allowsPullToRefreshChanged: (Bool) -> Void = { _ in }
  /// A Boolean value that indicates whether a reload that the user has requested is in progress.
  public internal(set) var isRefreshing = false
  /// A Boolean value that indicates whether the activity indicator is shown.
  public internal(set) var isActivityIndicatorShown = false

  /// Indicates whether the page was rendered for this screen after ``activateWebView(_:forVisitable:)``. Until then,
  /// the page still has the URL of the screen that it showed before.
  private var isPresented = false
  /// The URL of the page while it shows this screen's content. The page may have changed it without a visit.
  var pageURL: URL? { isPresented ? webView?.url : nil }

  /// Creates a container.
  public init() {}

  /// Shows the session's page in this container.
  public func activateWebView(_ webView: WebView, forVisitable visitable: any Visitable) {
    if self.webView !== webView { isPresented = false }
    self.webView = webView
    self.visitable = visitable
  }

  /// Stores the URL and the title of the page that was rendered.
  func present(url: URL?, title: String?) {
    if let url { self.url = url }
    if let title { self.title = title }
    isPresented = true
  }

  /// Removes the session's page from this container.
  public func deactivateWebView() {
    webView = nil
    isPresented = false
  }
}
