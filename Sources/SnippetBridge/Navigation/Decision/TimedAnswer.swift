import DSBridge
import DSBridgeLocks

/// An answer that is set only once: by the program's code, or by a timer if the program's code takes too long. Safe on
/// any thread.
final class TimedAnswer<Value: Sendable>: Sendable {
  private struct State {
    var completion: (@Sendable (Value) -> Void)?
    var cancellations: [@Sendable () -> Void] = []
  }

  private let state: Mutex<State>

  init(_ completion: @escaping @Sendable (Value) -> Void) {
    state = Mutex(State(completion: completion))
  }

  /// Sets `answer` and calls `expired` if there is no answer after `limit`.
  func limit(
    to limit: Duration, by scheduler: Scheduler, answer: Value, expired: @escaping @Sendable () -> Void
  ) {
    let timer = scheduler.schedule(after: limit.bounded) { if self.end(with: answer) { expired() } }
    whenEnded(timer.cancel)
  }

  /// Calls `cancel` when the answer is set, or immediately if it is already set.
  func whenEnded(_ cancel: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.completion != nil { state.cancellations.append(cancel) }
      return state.completion == nil
    }
    if isOver { cancel() }
  }

  /// Sets the answer. If it is already set, does nothing and returns `false`.
  @discardableResult
  func end(with answer: Value) -> Bool {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    for cancel in ended.cancellations { cancel() }
    ended.completion?(answer)
    return ended.completion != nil
  }
}
