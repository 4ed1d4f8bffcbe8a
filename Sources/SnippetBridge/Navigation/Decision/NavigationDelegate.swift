public import DSBridge
import DSBridgeLocks

/// A delegate that decides about navigations in pages. Corresponds to WebKit's `WKNavigationDelegate`.
///
///     final class Allowlist: NavigationDelegate {
///       func webView(_ webView: WebView, decidePolicyFor action: NavigationAction) async -> NavigationActionPolicy {
///         action.request.url?.host() == "apple.com" ? .allow : .cancel
///       }
///     }
///
/// Implement one of the two `webView` functions. For each navigation to a document, the delegate is asked once, after
/// the interceptor and before the server's ``NavigationPolicy``. The delegate is not asked about history entries that a
/// page creates (`pushState`) or about actions of the ``WebViewNavigator``. It is also not asked about requests that
/// cannot be assigned to a web view, such as the first visit of a browser.
public protocol NavigationDelegate: Sendable {
  /// The time limit for a decision; 5 seconds by default. The page waits for the decision.
  var decisionTimeLimit: Duration { get }

  /// The decision that applies if the delegate exceeds ``decisionTimeLimit``; ``NavigationActionPolicy/cancel`` by
  /// default. The server then logs a warning.
  var lateDecision: NavigationActionPolicy { get }

  /// Returns the decision about a navigation. The default implementation allows the navigation.
  func webView(_ webView: WebView, decidePolicyFor navigationAction: NavigationAction) async -> NavigationActionPolicy

  /// Decides about a navigation by calling `decisionHandler`, immediately or later, on any thread. Additional calls
  /// have no effect.
  ///
  /// The default implementation calls ``webView(_:decidePolicyFor:)``. The server calls this function on a thread that
  /// may block.
  func webView(
    _ webView: WebView, decidePolicyFor navigationAction: NavigationAction,
    decisionHandler: @escaping @Sendable (NavigationActionPolicy) -> Void)
}

extension NavigationDelegate {
  /// The default time limit of 5 seconds.
  public var decisionTimeLimit: Duration { .seconds(5) }

  /// The default decision, ``NavigationActionPolicy/cancel``.
  public var lateDecision: NavigationActionPolicy { .cancel }

  /// Allows every navigation.
  public func webView(
    _ webView: WebView, decidePolicyFor navigationAction: NavigationAction
  ) async -> NavigationActionPolicy { .allow }

  /// Calls ``webView(_:decidePolicyFor:)``.
  public func webView(
    _ webView: WebView, decidePolicyFor navigationAction: NavigationAction,
    decisionHandler: @escaping @Sendable (NavigationActionPolicy) -> Void
  ) {
    Task { decisionHandler(await self.webView(webView, decidePolicyFor: navigationAction)) }
  }
}

extension WebView {
  /// The delegate that decides about navigations in this web view. If `nil`, the default, the server's delegate decides
  /// (``BridgeConfiguration/navigationDelegate``).
  public nonisolated var navigationDelegate: (any NavigationDelegate)? {
    get { hosted.state.withLock { $0.navigationDelegate } }
    set {
      // Release the old delegate outside of the lock, because its deinitializer may run program code.
      var delegate = newValue
      hosted.state.withLock { swap(&$0.navigationDelegate, &delegate) }
      setIntercepting(questions)
    }
  }

  /// The effective delegate: the web view's own, or the server's if the web view has none.
  nonisolated var decidingDelegate: (any NavigationDelegate)? {
    navigationDelegate ?? hosted.registry?.configuration.navigationDelegate
  }
}
