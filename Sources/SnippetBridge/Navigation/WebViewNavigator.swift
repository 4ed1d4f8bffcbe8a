public import DSBridge
public import Foundation

/// Navigates a web view's page from native code. Seed: TWS's `TWSViewNavigator`.
///
/// Safe on any thread. No function blocks. Interceptors and policies are not asked, because they apply only to what
/// pages do.
///
/// A page without a connection executes the commands after it has reconnected. In an iframe, a step back or forward
/// applies to the iframe's own history if the browser supports that (Chromium, Firefox). In other browsers it applies
/// to the history of the whole tab, which all iframes share.
public struct WebViewNavigator: Sendable {
  private let webView: WebView

  init(_ webView: WebView) {
    self.webView = webView
  }

  /// Whether the history has an entry of this server before the page's entry. WebKit only reports whether there was
  /// an entry of any server.
  public var canGoBack: Bool { webView.hosted.page.history.value.back }

  /// Whether the history has an entry after the page's entry. Always `false` in WebKit, which does not report it.
  public var canGoForward: Bool { webView.hosted.page.history.value.forward }

  /// The current values of ``canGoBack`` and ``canGoForward``, followed by every change.
  public var historyUpdates: some AsyncSequence<(canGoBack: Bool, canGoForward: Bool), Never> & Sendable {
    webView.hosted.page.history.values.map { (canGoBack: $0.back, canGoForward: $0.forward) }
  }

  /// Goes back by one entry, if there is one.
  public func goBack() { traverse("back") }

  /// Goes forward by one entry, if there is one.
  public func goForward() { traverse("forward") }

  /// Reloads the page.
  public func reload() { webView.reload() }

  /// Stops loading. The previous document stays.
  public func stop() {
    webView.hosted.page.apply(.cancelled)
    command(["stop"])
  }

  /// Loads a document of this or of another server.
  ///
  /// An address of another server disconnects the page. The web view is kept for a limited time, and is connected
  /// again when the user goes back.
  public func load(url: URL) {
    if let registry = webView.hosted.registry { registry.letPass(url, for: webView) }
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
    webView.evaluateJavaScript(script, completionHandler: completionHandler)
  }

  private func changeState(
    _ path: String, replace: Bool, _ completionHandler: (@Sendable (Any?, (any Error)?) -> Void)?
  ) {
    webView.call("_bridge.state", with: [path, replace], thatReturns: Any?.self) { result in
      switch result {
      case .success(let value): completionHandler?(value, nil)
      case .failure(let error): completionHandler?(nil, error)
      }
    }
  }

  /// Shows an error view with `reason` in place of the page.
  func showError(_ reason: String) { command(["error", reason]) }

  private func traverse(_ direction: String) {
    webView.hosted.page.beginTraversal()
    command([direction])
  }

  private func command(_ words: [String]) {
    // Encoding strings cannot fail.
    guard let command = try? JSONSerializer().encode(words) else { return }
    if webView.hosted.page.mayCommand(orHold: command) { webView.tellPage("navigator", command) }
  }
}

extension WebView {
  /// The navigator of this web view's page.
  public nonisolated var navigator: WebViewNavigator { WebViewNavigator(self) }
}
