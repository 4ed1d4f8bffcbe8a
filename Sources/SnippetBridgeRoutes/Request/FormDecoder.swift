import DSBridge
import DSBridgeText
import Foundation

/// A decoder for `application/x-www-form-urlencoded`. Values cannot be nested: each field is a string, a number or a
/// Boolean. A field that occurs several times decodes as an array.
struct FormDecoder: Decoder {
  /// The form's values by field name, indexed once to make repeated lookups fast.
  let values: [UTF8Key: [String]]
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(FormFields(values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.notFlat([]) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.notFlat([]) }

  static func notFlat(_ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: "A form contains only named values, not nested ones."))
  }
}

private struct FormFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let values: [UTF8Key: [String]]
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] { values.keys.compactMap { Key(stringValue: String($0.text)) } }

  func contains(_ key: Key) -> Bool { values[UTF8Key(key.stringValue)] != nil }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard let values = values[UTF8Key(key.stringValue)] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "It is missing."))
    }
    return try FormValueDecoder(values: values, codingPath: [key]).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw FormDecoder.notFlat([key])
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw FormDecoder.notFlat([key])
  }
  func superDecoder() throws -> any Decoder { throw FormDecoder.notFlat([]) }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw FormDecoder.notFlat([key]) }
}

/// A decoder for the values of one field.
private struct FormValueDecoder: Decoder, SingleValueDecodingContainer {
  let values: [String]
  /// Whether the decoder decodes an element of an array. Elements are never decoded as arrays, so that the decoding of
  /// a recursive type ends.
  var isElement = false
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw FormDecoder.notFlat(codingPath)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard !isElement else { throw FormDecoder.notFlat(codingPath) }
    return FormValues(values: values, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }
  func decode(_ type: String.Type) -> String { values.first ?? "" }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch decode(String.self) {
    // Browsers send `on` for a checked checkbox.
    case "true", "on", "1": return true
    case "false", "off", "0", "": return false
    default: throw mismatch(type)
    }
  }

  /// Decodes a number of any type.
  func decode<T: Decodable & LosslessStringConvertible>(_ type: T.Type) throws -> T {
    guard let value = T(decode(String.self)) else { throw mismatch(type) }
    return value
  }

  /// Decodes a value of any other type. URLs and dates have the same format as in JSON.
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard type is URL.Type || type is Date.Type else { return try T(from: self) }
    let serializer = JSONSerializer()
    guard let json = try? serializer.encode(decode(String.self)), let value = try? serializer.decode(T.self, from: json)
    else { throw mismatch(type) }
    return value
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    let name = codingPath.last?.stringValue ?? "The value"
    return .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "\(name) is not a valid \(type)."))
  }
}

private struct FormValues: UnkeyedDecodingContainer {
  let values: [String]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: codingPath, debugDescription: "There are too few values."))
    }
    defer { currentIndex += 1 }
    let element = FormValueDecoder(values: [values[currentIndex]], isElement: true, codingPath: codingPath)
    return try element.decode(type)
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw FormDecoder.notFlat(codingPath)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw FormDecoder.notFlat(codingPath)
  }
  mutating func superDecoder() throws -> any Decoder { throw FormDecoder.notFlat(codingPath) }
}
