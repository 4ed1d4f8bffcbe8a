import Foundation

/// For serializers other than ours, and where it stands inside another `Codable` type.
extension Untyped {
  /// As ``Untyped`` says.
  public init(from decoder: any Decoder) throws {
    guard let value = Untyped(content: try decodeAny(from: decoder)) else {
      throw DecodingError.typeMismatch(
        Value.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not of this type"))
    }
    self = value
  }

  /// As ``Untyped`` says.
  public func encode(to encoder: any Encoder) throws {
    try encodeAny(value, to: encoder)
  }
}

/// A key of any name.
private struct Name: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private func decodeAny(from decoder: any Decoder) throws -> Any? {
  if let members = try? decoder.container(keyedBy: Name.self) {
    return try Dictionary(
      uniqueKeysWithValues: members.allKeys.map { key in
        (key.stringValue, try members.decode(Untyped<Any?>.self, forKey: key).value ?? NSNull())
      })
  }
  if var elements = try? decoder.unkeyedContainer() {
    var array: [Any] = []
    while !elements.isAtEnd { array.append(try elements.decode(Untyped<Any?>.self).value ?? NSNull()) }
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
  case .array(let elements):
    var container = encoder.unkeyedContainer()
    for element in elements { try container.encode(Untyped<Any?>(element)) }
  case .object(let members):
    var container = encoder.container(keyedBy: Name.self)
    for (key, member) in members { try container.encode(Untyped<Any?>(member), forKey: Name(stringValue: key)) }
  case .other(let type):
    throw BridgeError(unwritable: type)
  }
}
