import DSBridge
import DSBridgeLocks

extension Scheduler {
  /// Waits for an answer of the program's code. Returns `nil` if there is no answer after `limit`. A later answer has
  /// no effect.
  /// - Parameter ask: Starts the program's code, which may call its argument on any thread. Returns the task to cancel
  ///   when the wait ends, or `nil` if there is none.
  func answer(
    within limit: Duration, from ask: (@escaping @Sendable (Bool) -> Void) -> Task<Void, Never>?
  ) async -> Bool? {
    var timer: ScheduledAction?
    var task: Task<Void, Never>?
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Bool?, Never>) in
      let pending = PendingAnswer(continuation)
      timer = schedule(after: limit.bounded) { pending.resume(with: nil) }
      task = ask { pending.resume(with: $0) }
    }
    timer?.cancel()
    task?.cancel()
    return answer
  }
}

/// A continuation that is resumed only once, although both a timer and the program's code try to resume it.
private final class PendingAnswer: Sendable {
  private let continuation: Mutex<CheckedContinuation<Bool?, Never>?>

  init(_ continuation: CheckedContinuation<Bool?, Never>) {
    self.continuation = Mutex(continuation)
  }

  func resume(with answer: Bool?) { continuation.withLock { $0.take() }?.resume(returning: answer) }
}
