import DSBridgeLocks

/// A writer with which a task writes the body of a response. The connection takes the bytes from the writer and sends
/// them.
///
/// The number of unsent bytes is limited: ``write(_:)`` waits for room. When the peer disconnects, the task is
/// cancelled and every write throws.
package final class ResponseWriter: Sendable {
  private struct State {
    /// The number of bytes that remain to be written, or `nil` if the length is unknown.
    var left: Int64?
    var bytes: [UInt8] = []
    /// The end of the body, or `.nothing` while the task still writes.
    var end = Work.nothing
    var isGone = false
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var lastWrite = 0
    var task: Task<Void, Never>?
  }

  /// The maximum number of unsent bytes. A single write may exceed this limit.
  private static let roomSize = 64 << 10

  /// A closure that notifies the connection when there are bytes to send or the body has ended.
  private let wake: @Sendable () -> Void
  private let state: Mutex<State>

  /// Creates a writer.
  /// - Parameters:
  ///   - length: The number of bytes that will be written, or `nil` if it is unknown.
  ///   - wake: Called on any thread when there are bytes to send or the body has ended. Must not block.
  package init(length: Int64?, wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    state = Mutex(State(left: length))
  }

  /// Queues bytes for sending, and returns when there is room for more. Throws `CancellationError` when the peer has
  /// disconnected. Several tasks may write; the bytes of each write stay together.
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

  /// The error that is thrown if a write exceeds the response's `Content-Length`.
  package struct WrongLength: Error, Sendable {}

  // MARK: For the connection

  /// Runs `body` in a new task, never on the calling thread.
  package func start(_ body: @escaping @Sendable (ResponseWriter) async throws -> Void) {
    let task = Task {
      let isComplete = (try? await body(self)) != nil
      self.state.withLock { $0.end = isComplete && $0.left ?? 0 == 0 ? .complete : .broken }
      self.wake()
    }
    let isGone = state.withLock { state in
      if !state.isGone { state.task = task }
      return state.isGone
    }
    if isGone { task.cancel() }
  }

  package enum Work: Sendable {
    case nothing
    case bytes([UInt8])
    case complete
    /// The task has thrown an error or has written too few bytes. The response cannot be completed correctly.
    case broken
  }

  /// Returns the next bytes to send, or the end of the body.
  package func nextWork() -> Work {
    let (work, waiting) = state.withLock { state -> (Work, [Int: CheckedContinuation<Void, any Error>]) in
      guard !state.bytes.isEmpty else { return (state.end, [:]) }
      return (.bytes(exchange(&state.bytes, with: [])), exchange(&state.waiting, with: [:]))
    }
    for continuation in waiting.values { continuation.resume() }
    return work
  }

  /// Ends the writer because the peer has disconnected.
  package func cancel() {
    let (task, waiting) = state.withLock { state in
      state.isGone = true
      state.bytes = []
      return (state.task.take(), exchange(&state.waiting, with: [:]))
    }
    task?.cancel()
    for continuation in waiting.values { continuation.resume(throwing: CancellationError()) }
  }
}
