import DSBridge
import DSBridgeLocks
import Dispatch
import Logging

/// A question to an interceptor. The question is answered once, by the interceptor or by the time limit.
final class Interception: Sendable {
  private struct State {
    var completion: (@Sendable (Bool) -> Void)?
    var timer: ScheduledAction?
  }

  private let state: Mutex<State>

  private init(_ completion: @escaping @Sendable (Bool) -> Void) {
    state = Mutex(State(completion: completion))
  }

  /// Asks the interceptor on a thread of Dispatch, because the interceptor's code may be slow.
  ///
  /// That code must not block an event loop, a web view, or Swift's pool, which has only as many threads as there are
  /// cores.
  static func ask(
    _ interceptor: any NavigationInterceptor, _ intercept: NavigationRequest, in frame: NavigationFrame = .main,
    of registry: Registry, completion: @escaping @Sendable (Bool) -> Void
  ) {
    let interception = Interception(completion)
    let (limit, logger) = (registry.configuration.interceptorTimeLimit, registry.configuration.logger)
    let timer = registry.scheduler.schedule(after: limit.bounded) {
      guard interception.end(with: false) else { return }
      logger.warning(
        "an interceptor exceeded its time limit, so the navigation continues",
        metadata: ["limit": "\(limit)", "interceptor": "\(type(of: interceptor))"])
    }
    interception.state.withLock { $0.timer = timer }
    DispatchQueue.global().async { interception.end(with: interceptor.handleIntercept(intercept, in: frame)) }
  }

  /// Asks the interceptor and waits for the answer.
  static func isHandled(
    _ intercept: NavigationRequest, in frame: NavigationFrame = .main, by interceptor: any NavigationInterceptor,
    of registry: Registry
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      ask(interceptor, intercept, in: frame, of: registry) { continuation.resume(returning: $0) }
    }
  }

  @discardableResult
  private func end(with answer: Bool) -> Bool {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    ended.timer?.cancel()
    ended.completion?(answer)
    return ended.completion != nil
  }
}
