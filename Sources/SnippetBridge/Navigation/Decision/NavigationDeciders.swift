import DSBridge
import Dispatch
import Foundation
import Logging

/// The program's objects that decide about a navigation to a document: first the interceptor, then the delegate.
struct NavigationDeciders: Sendable {
  private let interceptor: (any NavigationInterceptor)?
  private let delegate: (any NavigationDelegate)?
  private let webView: WebView?
  private let registry: Registry

  /// Creates the deciders for a navigation in `webView`, or in an unknown web view if `webView` is `nil`. Returns `nil`
  /// if there is neither an interceptor nor a delegate.
  init?(of webView: WebView?, _ registry: Registry) {
    interceptor = webView.map { $0.bindings.interceptor } ?? registry.configuration.interceptor
    delegate = webView?.decidingDelegate
    self.webView = webView
    self.registry = registry
    if interceptor == nil, delegate == nil { return nil }
  }

  /// Asks the interceptor and the delegate. Returns `true` if one of them stopped the navigation.
  /// - Parameter action: Returns the description of the navigation to pass to the delegate.
  func stop(_ url: URL, in frame: NavigationFrame, action: @Sendable (WebView) -> NavigationAction) async -> Bool {
    if let interceptor {
      let isHandled = await registry.isHandled(.url(url), in: frame, of: webView, by: interceptor)
      webView?.note("navigation.interceptor", isHandled ? "{\"handled\":true}" : "{\"handled\":false}")
      if isHandled { return true }
    }
    guard let delegate, let webView else { return false }
    let (limit, late) = (delegate.decisionTimeLimit, delegate.lateDecision)
    let action = action(webView)
    let isCancelled = await registry.scheduler.answer(within: limit) { answer in
      // The delegate's code may be slow. Run it on a Dispatch thread, where it blocks no event loop, no web view and no
      // thread in Swift's thread pool.
      DispatchQueue.global().async {
        delegate.webView(webView, decidePolicyFor: action) { policy in
          let isCancelled = policy == .cancel
          webView.note("navigation.delegate", isCancelled ? "{\"policy\":\"cancel\"}" : "{\"policy\":\"allow\"}")
          answer(isCancelled)
        }
      }
      return nil
    } expired: { [registry] in
      registry.configuration.logger.warning(
        "a navigation delegate exceeded its time limit",
        metadata: ["limit": "\(limit)", "decision": "\(late)", "delegate": "\(type(of: delegate))"])
    }
    return isCancelled ?? (late == .cancel)
  }
}
