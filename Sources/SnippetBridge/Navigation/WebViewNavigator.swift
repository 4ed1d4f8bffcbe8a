public import DSBridge
import DSBridgeLocks
public import Foundation
public import Observation

/// An object with which native code navigates a web view's page. Corresponds to TWS's `TWSViewNavigator`.
///
/// Safe on any thread. No function blocks. Interceptors and policies are not asked, because they apply only to
/// navigations of pages.
///
/// A program may create a navigator first and bind it later, to a web view (``DSBridge/WebView``'s `bind(navigator:)`),
/// or to a screen, a tab or a shell, where it navigates the topmost page. Without a web view, the navigator's functions
/// have no effect.
///
/// The properties are observable (`withObservationTracking`). They change on threads of the server, so a value may
/// change after a program has read it and before Observation tracks it. A program on another thread must read the value
/// once more after `withObservationTracking`, or uses a sequence such as ``historyUpdates``.
///
/// A page without a connection executes the commands after it has reconnected. In an iframe, a step back or forward
/// moves only the iframe, if the browser reports the iframe's own history (Chromium, Firefox). In other browsers, it
/// moves the tab, because the tab and its iframes share one history.
public final class WebViewNavigator: Sendable, Observable {
  private struct Link {
    weak var webView: WebView?
    /// Reloads the content of a screen instead of the web view's document.
    var reload: (@Sendable () -> Void)?
  }

  private let link = Mutex(Link())
  private let registrar = ObservationRegistrar()
  /// The history while there is no web view.
  private let noHistory = Observed(PageState.History())

  /// Creates a navigator that is bound later.
  public init() {}

  init(of webView: WebView) {
    link.withLock { $0.webView = webView }
  }

  /// The web view that is navigated, or `nil` if there is none.
  public var webView: WebView? {
    registrar.access(self, keyPath: \.webView)
    return bound
  }

  private var bound: WebView? { link.withLock { $0.webView } }

  private var page: PageState? { bound?.hosted.page }

  /// Attaches the navigator to a web view; `nil` detaches it.
  /// - Parameter reload: reloads the content that the web view shows, or whose loading has failed before it had a web
  ///   view. By default, the web view reloads its document.
  package func attach(to webView: WebView?, reload: (@Sendable () -> Void)? = nil) {
    link.withLock { $0.reload = reload }
    guard bound !== webView else { return }
    link.withLock { $0.webView = webView }
    registrar.withMutation(of: self, keyPath: \.webView) {}
  }

  /// Returns a value of the page, and records that it was read. Observers are also informed when the navigator is
  /// attached to another web view.
  private func observed<Value>(_ property: KeyPath<PageState, Observed<Value>>) -> Value? {
    registrar.access(self, keyPath: \.webView)
    return page?.observed(property)
  }

  /// The title of the page. Empty if there is no page or no title.
  public var title: String { observed(\.title) ?? "" }

  /// The URL of the page.
  public var url: URL? { observed(\.url) ?? nil }

  /// The state of the page's navigation.
  public var loadingState: LoadingState { observed(\.loading) ?? .idle }

  /// Whether a document is loading.
  public var isLoading: Bool { observed(\.isLoading) ?? false }

  /// Whether the history has an entry of this server before the page's entry. WebKit only reports whether there was
  /// an entry of any server.
  public var canGoBack: Bool { observed(\.history)?.back ?? false }

  /// Whether the history has an entry after the page's entry. Always `false` in WebKit, which does not report it.
  public var canGoForward: Bool { observed(\.history)?.forward ?? false }

  /// The current values of ``canGoBack`` and ``canGoForward``, followed by every change. The sequence belongs to the
  /// web view to which the navigator is attached at the time of the access.
  public var historyUpdates: some AsyncSequence<(canGoBack: Bool, canGoForward: Bool), Never> & Sendable {
    (page?.history ?? noHistory).values.map { (canGoBack: $0.back, canGoForward: $0.forward) }
  }

  /// Goes back by one entry, if there is one.
  public func goBack() { traverse("back", by: -1) }

  /// Goes forward by one entry, if there is one.
  public func goForward() { traverse("forward", by: 1) }

  /// Reloads the page. In a screen of a shell, the page of a snippet is prepared again, and a page whose loading has
  /// failed is loaded again.
  public func reload() {
    guard let reload = link.withLock({ $0.reload }) else { return bound?.reload() ?? () }
    reload()
  }

  /// Stops loading. The previous document stays.
  public func stop() {
    page?.apply(.cancelled)
    command(["stop"])
  }

  /// Loads a document of this or of another server.
  ///
  /// An address of another server disconnects the page. The web view is kept for a limited time, and is connected
  /// again when the user goes back.
  public func load(url: URL) {
    if let webView = bound { webView.hosted.registry?.letPass(url, for: webView) }
    command(["load", url.absoluteURL.absoluteString])
  }

  /// Lets the page's router navigate to `path`, with a new history entry.
  ///
  /// A page with a global function `navigateFromNative` gets a call with `(path, {replace: false})`. For any other
  /// page, the entry is created by `history.pushState`, and `popstate` is fired, so that the router reads the address
  /// again.
  /// - Parameter completionHandler: Called in the web view's isolation with the result of `navigateFromNative`, or
  ///   with the error.
  public func pushState(path: String, completionHandler: (@Sendable (Any?, (any Error)?) -> Void)? = nil) {
    changeState(path, replace: false, completionHandler)
  }

  /// Lets the page's router navigate to `path` like ``pushState(path:completionHandler:)``, but replaces the current
  /// history entry: `{replace: true}`.
  public func replaceState(path: String, completionHandler: (@Sendable (Any?, (any Error)?) -> Void)? = nil) {
    changeState(path, replace: true, completionHandler)
  }

  /// Evaluates a script in the page's global scope; see ``WebView/evaluateJavaScript(_:within:completionHandler:)``.
  public func evaluateJavascript(
    script: String, completionHandler: (@Sendable (Any?, (any Error)?) -> Void)? = nil
  ) {
    guard let webView = bound else { completionHandler?(nil, Self.noWebView); return }
    webView.evaluateJavaScript(script, completionHandler: completionHandler)
  }

  private func changeState(
    _ path: String, replace: Bool, _ completionHandler: (@Sendable (Any?, (any Error)?) -> Void)?
  ) {
    guard let webView = bound else { completionHandler?(nil, Self.noWebView); return }
    webView.call("_bridge.state", with: [path, replace], thatReturns: Any?.self) { result in
      switch result {
      case .success(let value): completionHandler?(value, nil)
      case .failure(let error): completionHandler?(nil, error)
      }
    }
  }

  private static var noWebView: BridgeError { BridgeError(.pageGone, "The navigator is not bound to a web view.") }

  /// Shows an error view with `reason` in place of the page.
  func showError(_ reason: String) { command(["error", reason]) }

  private func traverse(_ direction: String, by count: Int) {
    if let webView = bound, page?.hasOwnHistory == true {
      webView.hosted.registry?.module?.traverses(webView, by: count)
      return
    }
    page?.beginTraversal()
    command([direction])
  }

  private func command(_ words: [String]) {
    // Encoding strings cannot fail.
    guard let webView = bound, let command = try? JSONSerializer().encode(words) else { return }
    if webView.hosted.page.mayCommand(orHold: command) { webView.tellPage("navigator", command) }
  }
}

extension WebView {
  /// The navigator of this web view's page.
  public nonisolated var navigator: WebViewNavigator {
    let made = WebViewNavigator(of: self)
    return hosted.state.withLock { state in
      let navigator = state.navigator ?? made
      state.navigator = navigator
      return navigator
    }
  }
}
