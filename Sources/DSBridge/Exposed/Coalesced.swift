/// A value that replaces earlier values, such as a progress fraction, a position or a state, because a page needs only
/// the newest value.
///
///     func install(completion: @escaping @Sendable (Coalesced<Double>, Bool) -> Void)
///     func positions() -> AsyncStream<Coalesced<Position>>
///
/// The page receives the plain value without this wrapper. While the page reads slowly, an unsent value is dropped as
/// soon as the same call sends a newer value. Any number of values may be sent, and the last one always arrives.
public struct Coalesced<Value: Encodable>: Encodable {
  /// The value that the page receives.
  public var value: Value

  /// Wraps a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Encodes the value without this wrapper.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Coalesced: Sendable where Value: Sendable {}

/// A ``Coalesced`` with a value of any type.
protocol CoalescedValue {
  associatedtype Value: Encodable
  var value: Value { get }
}

extension Coalesced: CoalescedValue {}
