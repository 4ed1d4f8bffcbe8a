import Foundation

/// A value of a type with little static information: `Any`, `Any?`, `[Any]`, `[String: Any]`, and optionals, arrays and
/// dictionaries of them. `@Exposed` uses this type in place of such a parameter or result type, because `Any` is not
/// `Codable`.
///
/// JSON becomes `Bool`, `Int` (a number without fraction that fits), `Double`, `String`, `[Any]`, `[String: Any]`; null
/// becomes nil at the top level, and `NSNull` inside arrays and objects. All of these values, and any `Encodable`
/// value, can be encoded.
public struct JSONValue<Value>: Codable {
  /// The value.
  public var value: Value

  /// Wraps any value. Encoding it fails if JSON cannot represent the value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Returns the value as JSON, which can be sent out of the isolation of the value; nil for nil. `@Exposed` calls this
  /// in functions of a global actor whose result has a type, such as `Any`, that must not leave the actor. Throws a
  /// ``BridgeError``.
  public func written() throws -> JSON? {
    flattened == nil ? nil : try (self as any DirectJSON).written()
  }

  /// Creates a value; nil if `content` is not a `Value`.
  init?(content: Any?) {
    // If `Value` is `Any`, this also accepts nil, the value of a page's null.
    guard let value = content as? Value else { return nil }
    self.value = value
  }
}

extension JSONValue: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> JSONValue {
    _ = reader.peek()
    let start = reader.index
    guard let value = JSONValue(content: try reader.any()) else { throw JSONMismatch(index: start) }
    return value
  }

  func write(to bytes: inout [UInt8]) throws {
    try AnyWriter().write(value, to: &bytes)
  }
}

extension JSONValue: StandIn {
  static var type: Any.Type { Value.self }
}

extension JSONValue: NilRepresentable {
  var flattened: Any? { flatten(value) }
}

extension JSONReader {
  /// Reads the next value; nil for null.
  mutating func any() throws -> Any? {
    guard let byte = peek() else { throw missingValue() }
    switch byte {
    case UInt8(ascii: "{"):
      var members: [String: Any] = [:]
      try object { reader, key in members[key] = try reader.any() ?? NSNull() }
      return members
    case UInt8(ascii: "["):
      var elements: [Any] = []
      try array { reader, _ in elements.append(try reader.any() ?? NSNull()) }
      return elements
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): if let bool = try? bool() { return bool }
    case UInt8(ascii: "n"): if skip(word: "null") { return nil }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try intOrDouble()
    default: break
    }
    throw missingValue()
  }
}

/// The `Codable` conformance, for other serializers and for a `JSONValue` inside another `Codable` type.
extension JSONValue {
  /// Decodes a value of a type that the description of ``JSONValue`` lists.
  public init(from decoder: any Decoder) throws {
    guard let value = JSONValue(content: try decodeAny(from: decoder)) else {
      throw DecodingError.typeMismatch(
        Value.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a value of another type"))
    }
    self = value
  }

  /// Encodes the value. Throws a ``BridgeError`` if JSON cannot represent a value of its type.
  public func encode(to encoder: any Encoder) throws {
    try encodeAny(value, to: encoder)
  }
}

private func decodeAny(from decoder: any Decoder) throws -> Any? {
  if let members = try? decoder.container(keyedBy: JSONPlace.self) {
    // Two names that differ only in their Unicode normalization are equal as strings.
    return try Dictionary(
      members.allKeys.map { key in
        (key.stringValue, try members.decode(JSONValue<Any?>.self, forKey: key).value ?? NSNull())
      }, uniquingKeysWith: { $1 })
  }
  if var elements = try? decoder.unkeyedContainer() {
    var array: [Any] = []
    while !elements.isAtEnd { array.append(try elements.decode(JSONValue<Any?>.self).value ?? NSNull()) }
    return array
  }
  let value = try decoder.singleValueContainer()
  if value.decodeNil() { return nil }
  if let bool = try? value.decode(Bool.self) { return bool }
  if let integer = try? value.decode(Int.self) { return integer }
  if let double = try? value.decode(Double.self) { return double }
  return try value.decode(String.self)
}

private func encodeAny(_ value: Any?, to encoder: any Encoder) throws {
  switch AnyContent(value) {
  case .null:
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  case .encodable(let value):
    try value.encode(to: encoder)
  case .array(let elements): try elements.map { JSONValue<Any?>($0) }.encode(to: encoder)
  case .object(let members):
    var container = encoder.container(keyedBy: JSONPlace.self)
    for (key, member) in members { try container.encode(JSONValue<Any?>(member), forKey: JSONPlace(key)) }
  case .other(let type):
    throw BridgeError(unwritable: type)
  }
}
