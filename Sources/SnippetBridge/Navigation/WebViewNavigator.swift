public import DSBridge
public import Foundation

/// Has a web view's page go somewhere. Seed: TWS's `TWSViewNavigator`. Any thread; nothing waits, and nothing here is
/// asked about: interceptors and policies are for what pages do.
///
/// A page without a connection does what it was told when it is back. In a frame, a step back or forward is the frame's
/// own where the browser can tell (Chromium, Firefox), else the tab's: histories of frames are joined.
public struct WebViewNavigator: Sendable {
  private let webView: WebView

  init(_ webView: WebView) {
    self.webView = webView
  }

  /// Whether there is an entry before the page's, of this server. WebKit says only whether there was one of any kind.
  public var canGoBack: Bool { webView.hosted.page.history.value.back }

  /// Whether there is an entry after the page's. WebKit does not say: false.
  public var canGoForward: Bool { webView.hosted.page.history.value.forward }

  /// Whether there are entries before and after the page's, now and from now on.
  public var historyUpdates: some AsyncSequence<(canGoBack: Bool, canGoForward: Bool), Never> & Sendable {
    webView.hosted.page.history.values.map { (canGoBack: $0.back, canGoForward: $0.forward) }
  }

  /// One entry back, if there is one.
  public func goBack() { traverse("back") }

  /// One entry forward, if there is one.
  public func goForward() { traverse("forward") }

  /// Loads the page anew.
  public func reload() { webView.reload() }

  /// Stops what is loading. The document that is there stays.
  public func stop() {
    webView.hosted.page.apply(.cancelled)
    command(["stop"])
  }

  /// Loads this document, of this server or of another. An address of another server ends the bridge of the page: the
  /// web view is kept for a while, and comes back with a step back.
  public func load(url: URL) {
    if let registry = webView.hosted.registry { registry.letPass(url, for: webView) }
    command(["load", url.absoluteURL.absoluteString])
  }

  /// Has the page's router go to `path`, with a new history entry.
  ///
  /// A page that has a global function `navigateFromNative` gets `(path, {replace: false})`. For any other page the
  /// entry is made by `history.pushState`, and `popstate` is fired, so that its router reads the address again.
  /// - Parameter completionHandler: gets what `navigateFromNative` has returned, or the error; in the web view's
  ///   isolation.
  public func pushState(path: String, completionHandler: (@Sendable (Any?, (any Error)?) -> Void)? = nil) {
    changeState(path, replace: false, completionHandler)
  }

  /// As ``pushState(path:completionHandler:)``, in place of the present history entry: `{replace: true}`.
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

  /// Shows a view in the place of the page, with the reason why there is none.
  func showError(_ reason: String) { command(["error", reason]) }

  private func traverse(_ direction: String) {
    webView.hosted.page.beginTraversal()
    command([direction])
  }

  private func command(_ words: [String]) {
    // Texts can always be written.
    guard let command = try? JSONSerializer().encode(words) else { return }
    if webView.hosted.page.mayCommand(orHold: command) { webView.tellPage("navigator", command) }
  }
}

extension WebView {
  /// Has its page go somewhere.
  public nonisolated var navigator: WebViewNavigator { WebViewNavigator(self) }
}
