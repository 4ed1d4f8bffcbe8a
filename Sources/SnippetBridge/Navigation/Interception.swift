import DSBridge
import DSBridgeLocks
import Dispatch
import Logging

/// A question to an interceptor. The question is answered once, by the interceptor or by the time limit.
final class Interception: Sendable {
  private struct State {
    var completion: (@Sendable (Bool) -> Void)?
    var timer: ScheduledAction?
    /// The task of an asynchronous interceptor, which is cancelled after the time limit.
    var question: Task<Void, Never>?
  }

  private let state: Mutex<State>

  private init(_ completion: @escaping @Sendable (Bool) -> Void) {
    state = Mutex(State(completion: completion))
  }

  /// Asks the interceptor. A synchronous one is asked on a thread of Dispatch, because its code may be slow.
  ///
  /// That code must not block an event loop, a web view, or Swift's pool, which has only as many threads as there are
  /// cores.
  static func ask(
    _ interceptor: any NavigationInterceptor, _ intercept: NavigationRequest, in frame: NavigationFrame = .main,
    of registry: Registry, completion: @escaping @Sendable (Bool) -> Void
  ) {
    let interception = Interception(completion)
    let (limit, logger) = (registry.configuration.interceptorTimeLimit, registry.configuration.logger)
    let name = (interceptor as? AwaitedInterceptor)?.name ?? "\(type(of: interceptor))"
    let timer = registry.scheduler.schedule(after: limit.bounded) {
      guard interception.end(with: false) else { return }
      logger.warning(
        "an interceptor exceeded its time limit, so the navigation continues",
        metadata: ["limit": "\(limit)", "interceptor": "\(name)"])
    }
    interception.state.withLock { $0.timer = timer }
    if let interceptor = interceptor as? AwaitedInterceptor {
      let question = Task {
        _ = interception.end(with: await interceptor.decide(intercept, frame))
      }
      interception.state.withLock { $0.question = question }
    } else {
      DispatchQueue.global().async { interception.end(with: interceptor.handleIntercept(intercept, in: frame)) }
    }
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
    ended.question?.cancel()
    ended.completion?(answer)
    return ended.completion != nil
  }
}
