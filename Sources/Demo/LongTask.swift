import DSBridge
import Foundation
import Synchronization

/// A long operation that reports its progress and can be cancelled.
@Exposed
final class LongTask {
  private var task: Task<Void, Never>?

  /// Starts the operation, which takes up to 60 seconds. Cancels a previous operation.
  ///
  /// Reports each percent. The second argument of `completion` is `true` for the last report.
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

  // The interface is released when its web view ends, for example because the browser tab was closed.
  deinit {
    task?.cancel()
  }
}

/// The progress of a ``LongTask``. In the page, it is an object: `{percent: 42, state: "running"}`.
struct LongTaskProgress: Codable, Sendable {
  enum State: String, Codable, CaseIterable {
    case running, finished, cancelled
  }

  var percent: Int
  var state: State
}

/// A notification without a value. It informs all listeners that some state has changed, and the listeners then read
/// that state.
final class Signal: Sendable {
  private let listeners = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

  func send() {
    for listener in listeners.withLock({ Array($0.values) }) { listener.yield() }
  }

  /// The stream of notifications. Notifications that arrive before the listener has handled the previous one are
  /// combined into one.
  var signals: AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
      let id = UUID()
      listeners.withLock { $0[id] = listener }
      listener.onTermination = { [weak self] _ in _ = self?.listeners.withLock { $0.removeValue(forKey: id) } }
    }
  }
}
