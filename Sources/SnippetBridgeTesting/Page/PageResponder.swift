/// A responder for one invocation of an asynchronous page function. It sends one value, or several values of which the
/// last is marked.
public struct PageResponder: Sendable {
  typealias Answer = (value: Result<(any Encodable & Sendable)?, any Error>, isLast: Bool)

  let answers: AsyncStream<Answer>.Continuation

  /// Sends a value, or `undefined` if the value is `nil`. Can be called on any thread. Values are sent in the order of
  /// the calls.
  public func callAsFunction(_ value: (any Encodable & Sendable)? = nil, isLast: Bool = true) {
    answers.yield((.success(value), isLast))
    if isLast { answers.finish() }
  }

  /// Ends the invocation with an error, like a rejected promise.
  public func fail(_ error: any Error) {
    answers.yield((.failure(error), true))
    answers.finish()
  }
}

/// A call that the server answers over the socket, with one or more values.
public struct PendingCall<Value: Decodable & Sendable>: Sendable {
  /// The number of the call's protocol line.
  public let number: Int
  let answer: Inlet<String>

  /// The values in the order of arrival, including the last one. Reading throws the ``CallFailure`` if the call fails.
  /// Only one task may read the values.
  public var values: PageValues<Value> {
    PageValues(answer) { try PageJSON.value(Value.self, of: $0) }
  }

  /// Waits for the last value, like `await` with a promise. Call this function only once. Throws the ``CallFailure`` if
  /// the call failed, and ``TestPageError/mismatch(_:)`` if the call ended without a value.
  public func value() async throws -> Value {
    guard let last = try await values.all().last else { throw TestPageError.mismatch("the call had no value") }
    return last
  }
}
