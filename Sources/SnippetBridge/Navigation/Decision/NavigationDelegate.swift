public import DSBridge
import DSBridgeLocks

/// A part of the program that decides about the navigations of pages. Corresponds to WebKit's
/// `WKNavigationDelegate`.
///
///     final class Allowlist: NavigationDelegate {
///       func webView(_ webView: WebView, decidePolicyFor action: NavigationAction) async -> NavigationActionPolicy {
///         action.request.url?.host() == "apple.com" ? .allow : .cancel
///       }
///     }
///
/// Implement one of the two functions `webView`. The delegate is asked after the interceptor and before the server's
/// ``NavigationPolicy``, once for each navigation to a document. It is not asked about history entries that a page
/// creates (`pushState`), about actions of the ``WebViewNavigator``, or about requests that belong to no known web
/// view, such as a first visit.
public protocol NavigationDelegate: Sendable {
  /// The time limit for a decision, 5 seconds by default. The page waits for the decision.
  var decisionTimeLimit: Duration { get }

  /// The decision that applies after ``decisionTimeLimit``; ``NavigationActionPolicy/cancel`` by default. The log gets
  /// a warning.
  var lateDecision: NavigationActionPolicy { get }

  /// Returns the decision about a navigation. Allows it by default.
  func webView(_ webView: WebView, decidePolicyFor navigationAction: NavigationAction) async -> NavigationActionPolicy

  /// Decides about a navigation by calling `decisionHandler`, now or later, on any thread. Further calls have no
  /// effect.
  ///
  /// By default, calls ``webView(_:decidePolicyFor:)``. The server calls this function on a thread that may block.
  func webView(
    _ webView: WebView, decidePolicyFor navigationAction: NavigationAction,
    decisionHandler: @escaping @Sendable (NavigationActionPolicy) -> Void)
}

extension NavigationDelegate {
  /// 5 seconds.
  public var decisionTimeLimit: Duration { .seconds(5) }

  /// ``NavigationActionPolicy/cancel``.
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
  /// The delegate that decides about navigations of this web view. If `nil`, the default, the server's delegate decides
  /// (``BridgeConfiguration/navigationDelegate``).
  public nonisolated var navigationDelegate: (any NavigationDelegate)? {
    get { hosted.state.withLock { $0.navigationDelegate } }
    set {
      let old = hosted.state.withLock { state in
        defer { state.navigationDelegate = newValue }
        return state.navigationDelegate
      }
      // Frees the old delegate outside of the lock, because its deinitializer may run program code.
      _ = old
      setIntercepting(questions)
    }
  }

  /// The delegate to ask: the web view's own, or else the server's.
  nonisolated var decidingDelegate: (any NavigationDelegate)? {
    let hosted = hosted
    return hosted.state.withLock { $0.navigationDelegate } ?? hosted.registry?.configuration.navigationDelegate
  }
}
