/// A call whose answer comes on the socket: one value, or many.
public struct PendingCall<Value: Decodable & Sendable>: Sendable {
  /// The message's number.
  public let number: Int
  let answer: Inlet<String>

  /// The values as they come, the last one included. Ends with them, or throws the ``CallFailure``. For one reader.
  public var values: PageValues<Value> {
    PageValues(answer) { try PageJSON.value(Value.self, of: $0) }
  }

  /// Waits for the last value, as `await` on a promise; ask once. Throws the ``CallFailure`` when the call failed, and
  /// ``TestPageError/mismatch(_:)`` when there was no value.
  public func value() async throws -> Value {
    guard let last = try await values.all().last else { throw TestPageError.mismatch("the call had no value") }
    return last
  }
}
