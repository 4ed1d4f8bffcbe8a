/// Values that arrive one after another, and end, perhaps with an error. Waiting for one takes no longer than the time
/// limit.
///
/// Anything may put values in; one task at a time takes them out.
package struct Inlet<Value: Sendable>: Sendable {
  private let stream: AsyncThrowingStream<Value, any Error>
  private let continuation: AsyncThrowingStream<Value, any Error>.Continuation
  private let limit: Duration
  /// What is waited for, for the error's text.
  private let purpose: String
  private let failure: @Sendable (WebClientError) -> any Error

  /// - Parameter failure: makes the error that is thrown where nothing comes.
  package init(_ purpose: String, limit: Duration, failure: @escaping @Sendable (WebClientError) -> any Error) {
    (stream, continuation) = AsyncThrowingStream.makeStream()
    self.limit = limit
    self.purpose = purpose
    self.failure = failure
  }

  package func put(_ value: Value) {
    continuation.yield(value)
  }

  /// What was put in before can still be taken.
  package func end(throwing error: (any Error)? = nil) {
    continuation.finish(throwing: error)
  }

  /// The next value; nil at the end. Throws ``WebClientError/timeout(waitingFor:)``, or what is made of it, when none
  /// comes in time: then it is over.
  /// - Parameter deadline: nil for the time limit.
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

  /// As ``next(before:)``, but waits for as long as it takes.
  package func value() async throws -> Value? {
    for try await value in stream { return value }
    return nil
  }

  /// The next value, where an end without one is an error.
  package func one(before deadline: Deadline? = nil) async throws -> Value {
    guard let value = try await next(before: deadline) else {
      throw failure(.closed(code: 1006, reason: "while waiting for \(purpose)"))
    }
    return value
  }
}
