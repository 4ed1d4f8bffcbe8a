import DSBridge

/// Something that takes its time, reports on its way and can be cancelled.
@Exposed
final class LongTask {
  private var task: Task<Void, Never>?

  /// Takes up to 60 seconds. Reports each percent; the report with `true` is the last. One that is still running is
  /// cancelled first.
  func start(seconds: Double, completion: @escaping @Sendable (LongTaskProgress, Bool) -> Void) {
    task?.cancel()
    let step = Duration.seconds(min(max(seconds, 0), 60) / 100)
    task = Task {
      for percent in 0..<100 {
        completion(LongTaskProgress(percent: percent, state: .running), false)
        try? await Task.sleep(for: step)
        if Task.isCancelled {
          return completion(LongTaskProgress(percent: percent, state: .cancelled), true)
        }
      }
      completion(LongTaskProgress(percent: 100, state: .finished), true)
    }
  }

  func cancel() {
    task?.cancel()
  }

  // The web view is gone, and its page with it.
  deinit {
    task?.cancel()
  }
}
