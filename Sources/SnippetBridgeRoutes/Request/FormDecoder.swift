import DSBridge
import DSBridgeText

/// A decoder for `application/x-www-form-urlencoded`. Values cannot be nested: each field is a string, a number or a
/// Boolean. A field that occurs several times decodes as an array.
struct FormDecoder: Decoder {
  private let form: Form
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ form: Parameters) {
    self.form = Form(form)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(FormFields(form: form))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.notFlat([]) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.notFlat([]) }

  static func notFlat(_ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: "A form contains only named values, not nested ones."))
  }
}

/// The form's values by field name, indexed once to make repeated lookups fast.
private struct Form {
  let names: [String]
  private let values: [UTF8Key: [String]]

  init(_ form: Parameters) {
    names = form.names
    values = form.grouped
  }

  func values(_ name: String) -> [String] { values[UTF8Key(name)] ?? [] }
}

private struct FormFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let form: Form
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] { form.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { !form.values(key.stringValue).isEmpty }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let values = form.values(key.stringValue)
    guard !values.isEmpty else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "It is missing."))
    }
    return try T(from: FormValueDecoder(values: values, codingPath: [key]))
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
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw FormDecoder.notFlat(codingPath)
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { FormValues(values: values, codingPath: codingPath) }
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

  func decode(_ type: Double.Type) throws -> Double { try lossless(type) }
  func decode(_ type: Float.Type) throws -> Float { try lossless(type) }
  func decode(_ type: Int.Type) throws -> Int { try lossless(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try lossless(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try lossless(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try lossless(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try lossless(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try lossless(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try lossless(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try lossless(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try lossless(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try lossless(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

  private func lossless<T: LosslessStringConvertible>(_ type: T.Type) throws -> T {
    guard let value = T(decode(String.self)) else { throw mismatch(type) }
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

  init(values: [String], codingPath: [any CodingKey]) {
    self.values = values
    self.codingPath = codingPath
  }

  func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: codingPath, debugDescription: "There are too few values."))
    }
    defer { currentIndex += 1 }
    return try T(from: FormValueDecoder(values: [values[currentIndex]], codingPath: codingPath))
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw FormDecoder.notFlat(codingPath)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw FormDecoder.notFlat(codingPath)
  }
  mutating func superDecoder() throws -> any Decoder { throw FormDecoder.notFlat(codingPath) }
}
