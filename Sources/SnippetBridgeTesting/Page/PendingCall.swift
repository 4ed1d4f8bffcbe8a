/// A call that was sent on the socket and whose answer is still to come.
public struct PendingCall<Value: Decodable & Sendable>: Sendable {
  /// The message's number.
  public let number: Int
  let answer: Inlet<String>

  /// Waits for the answer; ask once. Throws the ``CallFailure`` when the call failed.
  public func value() async throws -> Value {
    try PageJSON.value(Value.self, of: try await answer.one())
  }
}
