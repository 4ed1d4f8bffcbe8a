public import DSBridge
public import Foundation
import SnippetShell

/// A screen that shows a session's page. Subclasses can change the title and the error view, or add nodes on top of the
/// page.
open class VisitableViewController: ViewController, Visitable {
  /// The session that shows its page in this screen.
  public weak var visitableDelegate: (any VisitableDelegate)?
  /// The container of the session's page.
  public let visitableView = VisitableView()
  /// The URL of the first visit.
  public let initialVisitableURL: URL
  /// This view controller.
  public var visitableViewController: ViewController { self }

  /// Creates a screen.
  public init(url: URL) { initialVisitableURL = url }

  /// The current URL of the page. Before the page has been rendered, this is the initial URL. While the session's page
  /// shows another screen, or has not been rendered for this one again, this is the last URL that was rendered here.
  open var currentVisitableURL: URL {
    guard let last = visitableView.url else { return initialVisitableURL }
    return visitableView.pageURL ?? last
  }

  /// Called after the page was rendered. Sets the title of the screen to the title of the page.
  open func visitableDidRender() {
    title = visitableView.title
    update(url: visitableView.url, state: .loaded)
  }

  /// Shows the loading view.
  open func showVisitableActivityIndicator() {
    visitableView.isActivityIndicatorShown = true
    update(state: .loading(progress: 0.1))
  }

  /// Hides the loading view.
  open func hideVisitableActivityIndicator() {
    visitableView.isActivityIndicatorShown = false
    update(state: .loaded)
  }

  // The session is not notified when the user selects another tab, because each page then stays in its screen.

  open override func viewWillAppear() {
    if appearReason != .tabSelected { visitableDelegate?.visitableViewWillAppear(self) }
  }

  open override func viewDidAppear() {
    if appearReason != .tabSelected { visitableDelegate?.visitableViewDidAppear(self) }
  }

  open override func viewWillDisappear() {
    if disappearReason != .tabDeselected { visitableDelegate?.visitableViewWillDisappear(self) }
  }

  open override func viewDidDisappear() {
    if disappearReason != .tabDeselected { visitableDelegate?.visitableViewDidDisappear(self) }
  }

  /// Called after the session's page has moved to this screen.
  open func visitableDidActivateWebView(_ webView: WebView) {}
  /// Called before the session's page moves to another screen.
  open func visitableWillDeactivateWebView() {}
  /// Called after the session's page has moved to another screen.
  open func visitableDidDeactivateWebView() {}

  /// Shows an error view instead of the page until a visit succeeds.
  open func presentError(_ error: any Error, retryHandler: @escaping () -> Void) {
    let retry = InShell(retryHandler)
    let shell = shell
    update(state: .failed(error)) { await shell?.perform { _ in retry.value() } }
  }

  private func update(url: URL? = nil, state: LoadingState, retry: (@Sendable () async -> Void)? = nil) {
    guard let screen else { return }
    inShell { shell in
      shell.update(screen) {
        $0.url = url ?? $0.url
        $0.loadingState = state
        $0.retry = retry ?? $0.retry
      }
    }
  }
}

/// A screen that shows a page with bridge components. This type is the default for all pages.
open class HotwireWebViewController: VisitableViewController, BridgeDestination {
  /// The delegate that manages the bridge components of this screen.
  public private(set) lazy var bridgeDelegate = BridgeDelegate(
    location: initialVisitableURL.absoluteString, destination: self, componentTypes: componentTypes)
  private let componentTypes: [BridgeComponent.Type]

  /// Creates a screen.
  public override convenience init(url: URL) {
    self.init(url: url, componentTypes: Hotwire.config.bridgeComponents)
  }

  /// Creates a screen with specific types of bridge components.
  public init(url: URL, componentTypes: [BridgeComponent.Type]) {
    self.componentTypes = componentTypes
    super.init(url: url)
  }

  /// Called after a component was created.
  open func onBridgeComponentInitialized(_ component: BridgeComponent) {}

  open override func viewDidLoad() {
    super.viewDidLoad()
    bridgeDelegate.onViewDidLoad()
  }

  open override func viewWillAppear() {
    super.viewWillAppear()
    bridgeDelegate.onViewWillAppear()
  }

  open override func viewDidAppear() {
    super.viewDidAppear()
    bridgeDelegate.onViewDidAppear()
  }

  open override func viewWillDisappear() {
    super.viewWillDisappear()
    bridgeDelegate.onViewWillDisappear()
  }

  open override func viewDidDisappear() {
    super.viewDidDisappear()
    bridgeDelegate.onViewDidDisappear()
  }

  open override func visitableDidActivateWebView(_ webView: WebView) {
    bridgeDelegate.transport = visitableDelegate as? any BridgeTransport
  }

  open override func visitableDidDeactivateWebView() { bridgeDelegate.transport = nil }
}
