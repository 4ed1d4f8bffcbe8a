/// Values that arrive one after another, and end, perhaps with an error. Waiting for one takes no longer than the time
/// limit.
///
/// Anything may put values in; one task at a time takes them out.
struct Inlet<Value: Sendable>: Sendable {
  private let stream: AsyncThrowingStream<Value, any Error>
  private let continuation: AsyncThrowingStream<Value, any Error>.Continuation
  private let limit: Duration
  /// What is waited for, for the error's text.
  private let purpose: String

  init(_ purpose: String, limit: Duration) {
    (stream, continuation) = AsyncThrowingStream.makeStream()
    self.limit = limit
    self.purpose = purpose
  }

  func put(_ value: Value) {
    continuation.yield(value)
  }

  /// What was put in before can still be taken.
  func end(throwing error: (any Error)? = nil) {
    continuation.finish(throwing: error)
  }

  /// The next value; nil at the end. Throws ``TestPageError/timeout(waitingFor:)`` when none comes in time: then it is
  /// over.
  func next() async throws -> Value? {
    let watchdog = Task { [continuation, limit, purpose] in
      try await Task.sleep(for: limit, clock: .continuous)
      continuation.finish(throwing: TestPageError.timeout(waitingFor: purpose))
    }
    defer { watchdog.cancel() }
    for try await value in stream { return value }
    try Task.checkCancellation()
    return nil
  }

  /// As ``next()``, but waits for as long as it takes.
  func value() async throws -> Value? {
    for try await value in stream { return value }
    return nil
  }

  /// The next value, where an end without one is an error.
  func one() async throws -> Value {
    guard let value = try await next() else {
      throw TestPageError.closed(code: 1006, reason: "while waiting for \(purpose)")
    }
    return value
  }
}
