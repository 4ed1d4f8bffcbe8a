import DSBridge
import Dispatch
import Logging

extension Registry {
  /// Asks an interceptor about a navigation and waits for its answer. If it has not answered when the time limit
  /// expires, the navigation continues, and a later answer has no effect.
  ///
  /// A synchronous interceptor is called on a Dispatch thread, because its code may be slow. Slow code must not block
  /// an event loop, a web view, or Swift's thread pool, which has only as many threads as there are cores. If an
  /// asynchronous interceptor exceeds the time limit, its task is cancelled.
  func isHandled(
    _ intercept: NavigationRequest, in frame: NavigationFrame = .main, of webView: WebView?,
    by interceptor: any NavigationInterceptor
  ) async -> Bool {
    let limit = configuration.interceptorTimeLimit
    let awaited = interceptor as? AwaitedInterceptor
    return await scheduler.answer(within: limit) { answer in
      if let awaited { return Task { answer(await awaited.decide(intercept, frame, webView)) } }
      DispatchQueue.global().async { answer(interceptor.handleIntercept(intercept, in: frame)) }
      return nil
    } expired: { [configuration] in
      configuration.logger.warning(
        "an interceptor exceeded its time limit, so the navigation continues",
        metadata: ["limit": "\(limit)", "interceptor": "\(awaited?.name ?? "\(type(of: interceptor))")"])
    } ?? false
  }
}
