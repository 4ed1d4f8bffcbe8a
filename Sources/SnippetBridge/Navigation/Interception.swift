import DSBridge
import Dispatch
import Logging

/// Functions that ask an interceptor about a navigation. If the interceptor has not answered when the time limit
/// expires, the navigation continues, and a later answer has no effect.
enum Interception {
  /// Asks the interceptor. A synchronous interceptor is called on a Dispatch thread, because its code may be slow.
  ///
  /// Slow code must not block an event loop, a web view, or Swift's thread pool, which has only as many threads as
  /// there are cores. If an asynchronous interceptor exceeds the time limit, its task is cancelled.
  static func ask(
    _ interceptor: any NavigationInterceptor, _ intercept: NavigationRequest, in frame: NavigationFrame = .main,
    of registry: Registry, completion: @escaping @Sendable (Bool) -> Void
  ) {
    let (limit, logger) = (registry.configuration.interceptorTimeLimit, registry.configuration.logger)
    let name = (interceptor as? AwaitedInterceptor)?.name ?? "\(type(of: interceptor))"
    let answer = TimedAnswer(completion)
    answer.limit(to: limit, by: registry.scheduler, answer: false) {
      logger.warning(
        "an interceptor exceeded its time limit, so the navigation continues",
        metadata: ["limit": "\(limit)", "interceptor": "\(name)"])
    }
    if let interceptor = interceptor as? AwaitedInterceptor {
      let question = Task { _ = answer.end(with: await interceptor.decide(intercept, frame)) }
      answer.whenEnded(question.cancel)
    } else {
      DispatchQueue.global().async { answer.end(with: interceptor.handleIntercept(intercept, in: frame)) }
    }
  }

  /// Asks the interceptor and waits for its answer.
  static func isHandled(
    _ intercept: NavigationRequest, by interceptor: any NavigationInterceptor, of registry: Registry
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      ask(interceptor, intercept, of: registry) { continuation.resume(returning: $0) }
    }
  }
}
