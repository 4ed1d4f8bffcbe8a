/// Answers one invocation of an asynchronous page function: with one value, or with many, the last of them marked.
public struct PageResponder: Sendable {
  enum Value: Sendable {
    case value((any Encodable & Sendable)?, isLast: Bool)
    case error(any Error)
  }

  let values: AsyncStream<Value>.Continuation

  /// Sends a value, nil for `undefined`. May be called on any thread; the order of the calls is kept.
  public func callAsFunction(_ value: (any Encodable & Sendable)? = nil, isLast: Bool = true) {
    values.yield(.value(value, isLast: isLast))
    if isLast { values.finish() }
  }

  /// Ends it with an error, as a rejected promise does.
  public func fail(_ error: any Error) {
    values.yield(.error(error))
    values.finish()
  }
}
