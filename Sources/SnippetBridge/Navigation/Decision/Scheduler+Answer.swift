import DSBridge
import DSBridgeLocks

extension Scheduler {
  /// Waits for an answer of the program's code. Returns `nil` if there is no answer after `limit`. A later answer has
  /// no effect.
  /// - Parameters:
  ///   - ask: Starts the program's code, which may call its argument on any thread. Returns the task to cancel when the
  ///     limit has expired, or `nil` if there is none.
  ///   - expired: Called on the scheduler's thread when the limit has expired, even if all threads of Swift's pool are
  ///     blocked.
  func answer(
    within limit: Duration, from ask: (@escaping @Sendable (Bool) -> Void) -> Task<Void, Never>?,
    expired: @escaping @Sendable () -> Void
  ) async -> Bool? {
    var timer: ScheduledAction?
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Bool?, Never>) in
      let pending = PendingAnswer(continuation)
      let task = ask { pending.resume(with: $0) }
      timer = schedule(after: limit.bounded) {
        guard pending.resume(with: nil) else { return }
        task?.cancel()
        expired()
      }
    }
    timer?.cancel()
    return answer
  }
}

/// A continuation that is resumed only once, although both a timer and the program's code try to resume it.
private final class PendingAnswer: Sendable {
  private let continuation: Mutex<CheckedContinuation<Bool?, Never>?>

  init(_ continuation: CheckedContinuation<Bool?, Never>) { self.continuation = Mutex(continuation) }

  /// Resumes the continuation. If it was already resumed, does nothing and returns `false`.
  @discardableResult
  func resume(with answer: Bool?) -> Bool {
    let continuation = continuation.withLock { $0.take() }
    continuation?.resume(returning: answer)
    return continuation != nil
  }
}
