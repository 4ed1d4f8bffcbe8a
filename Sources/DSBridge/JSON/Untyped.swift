import Foundation

/// A value of a type that says little: `Any`, `Any?`, `[Any]`, `[String: Any]`, and optionals, arrays and dictionaries
/// of them. What `@Exposed` puts in place of such a parameter or result, since `Any` itself is not `Codable`.
///
/// JSON becomes `Bool`, `Int` (a number without fraction that fits), `Double`, `String`, `[Any]`, `[String: Any]`; null
/// becomes nil, and `NSNull` inside arrays and objects. All of these and every `Encodable` can be written.
public struct Untyped<Value>: Codable {
  /// The value.
  public var value: Value

  /// Any value; what JSON cannot hold shows when it is written.
  public init(_ value: Value) {
    self.value = value
  }

  /// The value as JSON, which may leave the isolation that the value lives in. Throws a ``BridgeError``.
  public func written() throws -> WrittenValue {
    WrittenValue(json: try (self as any DirectJSON).written(), isNil: isNil)
  }

  /// Nil when `content` is no `Value`.
  init?(content: Any?) {
    // `Any` takes nil too: it is the value of a page's null.
    guard let value = content as? Value else { return nil }
    self.value = value
  }
}

extension Untyped: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> Untyped {
    _ = reader.peek()
    let start = reader.index
    guard let value = Untyped(content: try reader.any()) else { throw reader.mismatch(Value.self, at: start) }
    return value
  }

  func write(to bytes: inout [UInt8]) throws {
    try AnyWriter(serializer: JSONSerializer()).write(value, to: &bytes)
  }
}

extension Untyped: SwiftName.Nameable {
  static var swiftName: String { SwiftName.of(Value.self) }
}

extension Untyped: NilRepresentable {
  var flattened: Any? { flatten(value) }
}

extension JSONReader {
  /// Nil for null.
  mutating func any() throws -> Any? {
    guard let byte = peek() else { throw malformed("a value is missing") }
    switch byte {
    case UInt8(ascii: "{"):
      var members: [String: Any] = [:]
      try object(JSON.self) { reader, key in members[key] = try reader.any() ?? NSNull() }
      return members
    case UInt8(ascii: "["):
      var elements: [Any] = []
      try array(JSON.self) { reader, _ in elements.append(try reader.any() ?? NSNull()) }
      return elements
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): if let bool = try? bool() { return bool }
    case UInt8(ascii: "n"): if skip(word: "null") { return nil }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try intOrDouble()
    default: break
    }
    throw malformed("this is no value")
  }
}
