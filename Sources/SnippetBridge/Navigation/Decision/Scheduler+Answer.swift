import DSBridge
import DSBridgeLocks

extension Scheduler {
  /// Waits for an answer of the program's code. Returns `nil` if there is no answer after `limit`. A later answer has
  /// no effect.
  /// - Parameters:
  ///   - expired: Called on the scheduler's thread when the limit has expired, even if all threads of Swift's pool are
  ///     blocked.
  ///   - ask: Starts the program's code, which may call its argument on any thread. Returns the task to cancel when the
  ///     wait ends, or `nil` if there is none.
  func answer(
    within limit: Duration, expired: @escaping @Sendable () -> Void,
    from ask: (@escaping @Sendable (Bool) -> Void) -> Task<Void, Never>?
  ) async -> Bool? {
    var timer: ScheduledAction?
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Bool?, Never>) in
      let pending = PendingAnswer(continuation)
      timer = schedule(after: limit.bounded) { if pending.resume(with: nil) { expired() } }
      if let task = ask({ pending.resume(with: $0) }) { pending.cancelAtEnd(task) }
    }
    timer?.cancel()
    return answer
  }
}

/// A continuation that is resumed only once, although both a timer and the program's code try to resume it.
private final class PendingAnswer: Sendable {
  private let state: Mutex<(continuation: CheckedContinuation<Bool?, Never>?, task: Task<Void, Never>?)>

  init(_ continuation: CheckedContinuation<Bool?, Never>) {
    state = Mutex((continuation, nil))
  }

  /// Resumes the continuation and cancels the task. If the continuation was already resumed, does nothing and returns
  /// `false`.
  @discardableResult
  func resume(with answer: Bool?) -> Bool {
    let (continuation, task) = state.withLock { ($0.continuation.take(), $0.task.take()) }
    task?.cancel()
    continuation?.resume(returning: answer)
    return continuation != nil
  }

  /// Cancels a task when the continuation is resumed, or immediately if it was already resumed.
  func cancelAtEnd(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      if state.continuation != nil { state.task = task }
      return state.continuation == nil
    }
    if isOver { task.cancel() }
  }
}
