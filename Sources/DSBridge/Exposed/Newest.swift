/// A value of which a page needs only the newest: progress, a position, a state.
///
///     func install(completion: @escaping @Sendable (Newest<Double>, Bool) -> Void)
///     func positions() -> AsyncStream<Newest<Position>>
///
/// The page gets the bare value. While it reads slowly, a value that has not left is left out when a newer one of the
/// same call follows it; so any number may be sent, and the last one always arrives.
public struct Newest<Value: Encodable>: Encodable {
  /// What the page gets.
  public var value: Value

  /// As given.
  public init(_ value: Value) {
    self.value = value
  }

  /// Writes the bare value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Newest: Sendable where Value: Sendable {}

/// ``Newest`` of whatever type.
protocol NewestValue {
  associatedtype Content: Encodable
  var content: Content { get }
}

extension Newest: NewestValue {
  var content: Value { value }
}

extension Newest: TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType { types.type(of: Value.self) }
}
