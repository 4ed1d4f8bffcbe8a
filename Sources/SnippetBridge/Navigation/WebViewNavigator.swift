public import DSBridge
import DSBridgeLocks
public import Foundation
public import Observation

/// An object with which native code controls the navigation of a web view's page. Corresponds to TWS's
/// `TWSViewNavigator`.
///
/// Safe on any thread. No function blocks. Interceptors and policies are not asked, because they apply only to
/// navigations that pages start.
///
/// A program can create a navigator first and bind it later: to a web view (``DSBridge/WebView``'s `bind(navigator:)`),
/// or to a screen, a tab or a shell, where it controls the topmost page. Without a web view, the navigator's functions
/// have no effect.
///
/// The properties are observable (`withObservationTracking`). They change on the server's threads. A value may
/// therefore change after a program has read it and before Observation tracks it, so the program would miss the change.
/// To prevent this, read the value again after `withObservationTracking`, or use a sequence such as ``historyUpdates``.
///
/// A page without a connection executes the commands after it has reconnected. For a page in an iframe, a step back or
/// forward affects only the iframe if the browser reports the iframe's own history (Chromium, Firefox). In other
/// browsers, the step affects the whole tab, because the tab and its iframes share one history.
public final class WebViewNavigator: Sendable, Observable {
  private struct Link {
    weak var webView: WebView?
    /// A closure that reloads the content of a shell's screen, or `nil` to reload the web view's document.
    var reload: (@Sendable () -> Void)?
  }

  private let link = Mutex(Link())
  private let registrar = ObservationRegistrar()
  /// The history to report while there is no web view.
  private let noHistory = Observed(PageState.History())

  /// Creates a navigator that is not bound to a web view yet.
  public init() {}

  init(of webView: WebView) { link.withLock { $0.webView = webView } }

  /// The web view that the navigator controls, or `nil` if there is none.
  public var webView: WebView? {
    registrar.access(self, keyPath: \.webView)
    return bound
  }

  private var bound: WebView? { link.withLock { $0.webView } }

  private var page: PageState? { bound?.hosted.page }

  /// Attaches the navigator to a web view, or detaches it if `webView` is `nil`.
  /// - Parameter reload: reloads the content of a shell's screen, even if the screen has no web view because loading
  ///   has failed. If `nil`, the web view reloads its document.
  package func attach(to webView: WebView?, reload: (@Sendable () -> Void)? = nil) {
    link.withLock { $0.reload = reload }
    guard bound !== webView else { return }
    link.withLock { $0.webView = webView }
    registrar.withMutation(of: self, keyPath: \.webView) {}
  }

  /// Returns a value of the page and registers the access for observation tracking. Observers are also notified when
  /// the navigator is attached to another web view.
  private func observed<Value>(_ property: KeyPath<PageState, Observed<Value>>) -> Value? {
    registrar.access(self, keyPath: \.webView)
    return page?.observed(property)
  }

  /// The title of the page, or an empty string if there is no page or no title.
  public var title: String { observed(\.title) ?? "" }

  /// The URL of the page.
  public var url: URL? { observed(\.url) ?? nil }

  /// The state of the page's navigation.
  public var loadingState: LoadingState { observed(\.loading) ?? .idle }

  /// Whether a document is loading.
  public var isLoading: Bool { observed(\.isLoading) ?? false }

  /// Whether the history contains an entry of this server before the current entry. WebKit without the Navigation API
  /// reports only the number of entries, so there the value is `true` if there is any other entry.
  public var canGoBack: Bool { observed(\.history)?.back ?? false }

  /// Whether the history contains an entry after the current entry. Always `false` in WebKit without the Navigation
  /// API, which does not report this.
  public var canGoForward: Bool { observed(\.history)?.forward ?? false }

  /// The current values of ``canGoBack`` and ``canGoForward``, followed by every change. The sequence belongs to the
  /// web view to which the navigator is attached when this property is read. If the navigator is attached to another
  /// web view later, the sequence does not change.
  public var historyUpdates: some AsyncSequence<(canGoBack: Bool, canGoForward: Bool), Never> & Sendable {
    (page?.history ?? noHistory).values.map { (canGoBack: $0.back, canGoForward: $0.forward) }
  }

  /// Goes back by one entry, if there is one.
  public func goBack() { traverse("back", by: -1) }

  /// Goes forward by one entry, if there is one.
  public func goForward() { traverse("forward", by: 1) }

  /// Reloads the page. In a screen of a shell, this also works if loading has failed before. The page of a snippet
  /// (docs/guides/snippets.md) is prepared again.
  public func reload() {
    guard let reload = link.withLock({ $0.reload }) else { return bound?.reload() ?? () }
    reload()
  }

  /// Stops loading. The page keeps its previous document.
  public func stop() {
    page?.apply(.cancelled)
    command(["stop"])
  }

  /// Loads a document from this server or from another server.
  ///
  /// Loading a document from another server disconnects the page. The server keeps the web view for a limited time, and
  /// the page reconnects to it when the user goes back.
  public func load(url: URL) {
    if let webView = bound { webView.hosted.registry?.letPass(url, for: webView) }
    command(["load", url.absoluteURL.absoluteString])
  }

  /// Makes the page's router navigate to `path` and adds a history entry.
  ///
  /// If the page has a global function `navigateFromNative`, it is called with `(path, {replace: false})`. Otherwise,
  /// the entry is created with `history.pushState`, and a `popstate` event is fired so that the router reads the URL
  /// again.
  /// - Parameter completionHandler: Called in the web view's isolation, with the result of `navigateFromNative` or with
  ///   the error.
  public func pushState(path: String, completionHandler: (@Sendable (Any?, (any Error)?) -> Void)? = nil) {
    changeState(path, replace: false, completionHandler)
  }

  /// Makes the page's router navigate to `path` like ``pushState(path:completionHandler:)``, but replaces the current
  /// history entry and passes `{replace: true}`.
  public func replaceState(path: String, completionHandler: (@Sendable (Any?, (any Error)?) -> Void)? = nil) {
    changeState(path, replace: true, completionHandler)
  }

  /// Evaluates a script in the page's global scope; see ``WebView/evaluateJavaScript(_:within:completionHandler:)``.
  public func evaluateJavascript(script: String, completionHandler: (@Sendable (Any?, (any Error)?) -> Void)? = nil) {
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

  /// Shows an error view with the text `reason` in place of the page.
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
    // Encoding an array of strings cannot fail.
    guard let webView = bound, let command = try? JSONSerializer().encode(words) else { return }
    if webView.hosted.page.mayCommand(orHold: command) { webView.tellPage("navigator", command) }
  }
}

extension WebView {
  /// The navigator for this web view's page.
  public nonisolated var navigator: WebViewNavigator {
    let made = WebViewNavigator(of: self)
    return hosted.state.withLock { state in
      let navigator = state.navigator ?? made
      state.navigator = navigator
      return navigator
    }
  }
}
