/// An asynchronous sequence of values that may end with an error. Waiting for a value has a time limit.
///
/// Any thread may add values. Only one task at a time may read them.
package struct Inlet<Value: Sendable>: Sendable {
  private let stream: AsyncThrowingStream<Value, any Error>
  private let continuation: AsyncThrowingStream<Value, any Error>.Continuation
  private let limit: Duration
  /// A description of the awaited values, for error messages.
  private let purpose: String
  private let failure: @Sendable (WebClientError) -> any Error

  /// Creates an empty inlet.
  /// - Parameter failure: Converts the error to throw if no value arrives in time or the sequence ends early.
  package init(_ purpose: String, limit: Duration, failure: @escaping @Sendable (WebClientError) -> any Error) {
    (stream, continuation) = AsyncThrowingStream.makeStream()
    self.limit = limit
    self.purpose = purpose
    self.failure = failure
  }

  package func put(_ value: Value) {
    continuation.yield(value)
  }

  /// Ends the sequence. Values added before can still be read.
  package func end(throwing error: (any Error)? = nil) {
    continuation.finish(throwing: error)
  }

  /// Returns the next value, or `nil` at the end. If no value arrives in time, ends the sequence and throws
  /// ``WebClientError/timeout(waitingFor:)``, converted by `failure`.
  /// - Parameter deadline: The deadline, or `nil` to use the inlet's time limit.
  package func next(before deadline: Deadline? = nil) async throws -> Value? {
    let watchdog = Task { [continuation, purpose, failure, time = deadline?.remaining ?? limit] in
      try await Task.sleep(for: time, clock: .continuous)
      continuation.finish(throwing: failure(.timeout(waitingFor: purpose)))
    }
    defer { watchdog.cancel() }
    for try await value in stream { return value }
    try Task.checkCancellation()
    return nil
  }

  /// Returns the next value like ``next(before:)``, but waits without a time limit.
  package func value() async throws -> Value? {
    for try await value in stream { return value }
    return nil
  }

  /// Returns the next value. Throws if the sequence ends without another value.
  package func one(before deadline: Deadline? = nil) async throws -> Value {
    guard let value = try await next(before: deadline) else {
      throw failure(.closed(code: 1006, reason: "while waiting for \(purpose)"))
    }
    return value
  }
}
