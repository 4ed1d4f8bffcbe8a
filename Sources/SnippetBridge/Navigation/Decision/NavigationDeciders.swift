import DSBridge
import Dispatch
import Foundation
import Logging

/// The program's objects that decide about a navigation to a document: first the interceptor, then the delegate.
struct NavigationDeciders: Sendable {
  private let interceptor: (any NavigationInterceptor)?
  private let delegate: (any NavigationDelegate)?
  private let webView: WebView?

  /// Creates the deciders for a navigation in `webView`, or in an unknown web view if `webView` is `nil`. Returns `nil`
  /// if there is neither an interceptor nor a delegate.
  init?(of webView: WebView?, _ registry: Registry) {
    interceptor = webView.map(\.interceptor) ?? registry.configuration.interceptor
    delegate = webView?.decidingDelegate
    self.webView = webView
    if interceptor == nil, delegate == nil { return nil }
  }

  /// Asks the interceptor and the delegate. Calls `completion` once, with `true` if one of them stopped the navigation.
  /// - Parameter action: Returns the description of the navigation to pass to the delegate.
  func ask(
    about url: URL, in frame: NavigationFrame, of registry: Registry,
    action: @escaping @Sendable (WebView) -> NavigationAction,
    completion: @escaping @Sendable (_ isStopped: Bool) -> Void
  ) {
    guard let interceptor else { return askDelegate(registry, action, completion) }
    Interception.ask(interceptor, .url(url), in: frame, of: registry) { isHandled in
      webView?.note("navigation.interceptor", isHandled ? "{\"handled\":true}" : "{\"handled\":false}")
      if isHandled { completion(true) } else { askDelegate(registry, action, completion) }
    }
  }

  /// Asks the interceptor and the delegate. Returns `true` if one of them stopped the navigation.
  func stop(
    _ url: URL, in frame: NavigationFrame, of registry: Registry,
    action: @escaping @Sendable (WebView) -> NavigationAction
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      ask(about: url, in: frame, of: registry, action: action) { continuation.resume(returning: $0) }
    }
  }

  private func askDelegate(
    _ registry: Registry, _ action: @Sendable (WebView) -> NavigationAction,
    _ completion: @escaping @Sendable (Bool) -> Void
  ) {
    guard let delegate, let webView else { return completion(false) }
    let (limit, late, logger) = (delegate.decisionTimeLimit, delegate.lateDecision, registry.configuration.logger)
    let answer = TimedAnswer(completion)
    answer.limit(to: limit, by: registry.scheduler, answer: late == .cancel) {
      logger.warning(
        "a navigation delegate exceeded its time limit",
        metadata: ["limit": "\(limit)", "decision": "\(late)", "delegate": "\(type(of: delegate))"])
    }
    let action = action(webView)
    // The delegate's code may be slow. Run it on a Dispatch thread, where it blocks no event loop, no web view and no
    // thread in Swift's thread pool.
    DispatchQueue.global().async {
      delegate.webView(webView, decidePolicyFor: action) { policy in
        let isCancelled = policy == .cancel
        webView.note("navigation.delegate", isCancelled ? "{\"policy\":\"cancel\"}" : "{\"policy\":\"allow\"}")
        answer.end(with: isCancelled)
      }
    }
  }
}
