import Locks

/// Takes the body of a response from the task that writes it.
///
/// What has not left yet is bounded: ``write(_:)`` waits for room. When the peer goes, the task is cancelled and every
/// write throws.
package final class ResponseWriter: Sendable {
  private enum End {
    case complete
    case broken
  }

  private struct State {
    /// To be written still, in bytes; nil when nobody knows.
    var left: Int64?
    var bytes: [UInt8] = []
    var end: End?
    var isGone = false
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var lastWrite = 0
    var task: Task<Void, Never>?
  }

  /// In bytes; one write may go beyond it.
  private static let roomSize = 64 << 10

  /// Who takes the bytes is told that there are some, or that there will be no more.
  private let wake: @Sendable () -> Void
  private let state: Mutex<State>

  /// `length` is what is to be written in all, if that is known. `wake` is called on any thread, and must not block.
  package init(length: Int64?, wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    state = Mutex(State(left: length))
  }

  /// Sends these bytes soon; returns when there is room for more. Throws `CancellationError` when the peer has gone.
  /// Several tasks may write: the bytes of each write stay together.
  package func write(_ bytes: [UInt8]) async throws {
    let number = state.withLock { state in
      state.lastWrite += 1
      return state.lastWrite
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if state.isGone || Task.isCancelled { return .failure(CancellationError()) }
          if let left = state.left {
            guard bytes.count <= left else { return .failure(WrongLength()) }
            state.left = left - Int64(bytes.count)
          }
          state.bytes += bytes
          if state.bytes.count < Self.roomSize { return .success(()) }
          state.waiting[number] = continuation
          return nil
        }
        wake()
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
      waiting?.resume(throwing: CancellationError())
    }
  }

  /// More was written than the response's `Content-Length` says.
  package struct WrongLength: Error, Sendable {}

  // MARK: For who takes the bytes

  /// Runs `body` in a task of its own, never on this thread.
  package func start(_ body: @escaping @Sendable (ResponseWriter) async throws -> Void) {
    let task = Task {
      let end: End
      do {
        try await body(self)
        end = .complete
      } catch {
        end = .broken
      }
      self.state.withLock { $0.end = $0.left ?? 0 == 0 ? end : .broken }
      self.wake()
    }
    let isGone = state.withLock { state in
      if !state.isGone { state.task = task }
      return state.isGone
    }
    if isGone { task.cancel() }
  }

  package enum Work {
    case nothing
    case bytes([UInt8])
    case complete
    /// The task has thrown: nothing true can be said any more.
    case broken
  }

  /// What is to be sent next.
  package func nextWork() -> Work {
    let (work, waiting) = state.withLock { state -> (Work, [Int: CheckedContinuation<Void, any Error>]) in
      guard state.bytes.isEmpty else {
        defer { (state.bytes, state.waiting) = ([], [:]) }
        return (.bytes(state.bytes), state.waiting)
      }
      switch state.end {
      case nil: return (.nothing, [:])
      case .complete: return (.complete, [:])
      case .broken: return (.broken, [:])
      }
    }
    for continuation in waiting.values { continuation.resume() }
    return work
  }

  /// The peer has gone.
  package func cancel() {
    let (task, waiting) = state.withLock { state in
      state.isGone = true
      state.bytes = []
      defer { (state.task, state.waiting) = (nil, [:]) }
      return (state.task, state.waiting)
    }
    task?.cancel()
    for continuation in waiting.values { continuation.resume(throwing: CancellationError()) }
  }
}
