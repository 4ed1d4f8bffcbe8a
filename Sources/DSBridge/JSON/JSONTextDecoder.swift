import DSBridgeText
import Foundation

/// A decoder for any `Decodable` type. Foundation's decoder is not used for three reasons. It reports a number that is
/// out of range only as "the data was not valid JSON", it accepts some invalid texts (such as an extra comma), and it
/// rejects an unpaired surrogate.
struct JSONTextDecoder: Decoder {
  let json: JSON
  let node: JSONNode
  private(set) var codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any]

  /// Creates a decoder after validating the whole text.
  init(_ json: JSON) throws {
    var reader = JSONReader(json)
    self.init(json, node: try reader.node())
    try reader.expectEnd()
  }

  init(_ json: JSON, node: JSONNode, userInfo: [CodingUserInfoKey: Any] = [:]) {
    self.json = json
    self.node = node
    self.userInfo = userInfo
  }

  /// Returns a decoder for a nested value.
  func decoder(of node: JSONNode, at key: any CodingKey) -> JSONTextDecoder {
    var decoder = JSONTextDecoder(json, node: node, userInfo: userInfo)
    decoder.codingPath = codingPath + [key]
    return decoder
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let direct = T.self as? any DirectJSON.Type {
      guard let value = try read(direct) as? T else { throw mismatch(T.self) }
      return value
    }
    switch type {
    case is Date.Type:
      return try convert(T.self) { text in
        (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
          ?? (try? Date.ISO8601FormatStyle().parse(text))
      }
    case is URL.Type: return try convert(T.self) { URL(string: $0) }
    case is Data.Type: return try convert(T.self) { Data(base64Encoded: $0) }
    case is Decimal.Type:
      _ = try decode(Double.self)
      guard let value = Decimal(string: text.description, locale: Locale(identifier: "en_US_POSIX")) as? T else {
        throw mismatch(T.self)
      }
      return value
    default: return try T(from: self)
    }
  }

  func mismatch(_ type: Any.Type, _ underlying: (any Error)? = nil) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: text.summary, underlyingError: underlying)
    return .typeMismatch(type, context)
  }

  /// The part of the text that represents the value.
  private var text: JSON { JSON(bytes: json.bytes[node.range]) }

  private func read<T: DirectJSON>(_ type: T.Type) throws -> T {
    do {
      return try T.read(whole: text, isValid: true)
    } catch {
      throw mismatch(T.self, error)
    }
  }

  private func convert<T>(_ type: T.Type, _ conversion: (String) -> Any?) throws -> T {
    guard let value = conversion(try decode(String.self)) as? T else { throw mismatch(T.self) }
    return value
  }
}

extension JSONTextDecoder: SingleValueDecodingContainer {
  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = node.content else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(JSONMembers(members: members, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = node.content else { throw mismatch([Any].self) }
    return JSONElements(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { text.isNull }
}

/// An array's elements, for ``JSONTextDecoder``.
struct JSONElements: UnkeyedDecodingContainer {
  let elements: [JSONNode]
  let decoder: JSONTextDecoder
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// Returns whether the next element is null. Advances only if it is.
  mutating func decodeNil() throws -> Bool {
    guard try current(Never.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next(type) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next(Never.self) { $0 }
  }

  /// Reads the next element. Advances only if that succeeds.
  private mutating func next<R>(_ type: Any.Type, _ read: (JSONTextDecoder) throws -> R) throws -> R {
    let value = try read(try current(type))
    currentIndex += 1
    return value
  }

  private func current(_ type: Any.Type) throws -> JSONTextDecoder {
    let place = JSONPlace(currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, DecodingError.Context(codingPath: codingPath + [place], debugDescription: "nothing"))
    }
    return decoder.decoder(of: elements[currentIndex], at: place)
  }
}

/// An object's members, for ``JSONTextDecoder``.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [UTF8Key: JSONNode]
  let decoder: JSONTextDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: String($0.text)) } }

  func contains(_ key: Key) -> Bool { members[UTF8Key(key.stringValue)] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(for: key).decodeNil() }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(for: key).decode(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(for: JSONPlace("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

  private func decoder(for key: any CodingKey) throws -> JSONTextDecoder {
    guard let node = members[UTF8Key(key.stringValue)] else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "an object without this member"))
    }
    return decoder.decoder(of: node, at: key)
  }
}

/// A key or an index in a coding path.
package struct JSONPlace: CodingKey, Hashable, Sendable {
  package let stringValue: String
  package let intValue: Int?

  package init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  package init(_ index: Int) {
    stringValue = "[\(index)]"
    intValue = index
  }

  package init(_ key: any CodingKey) {
    self = key.intValue.map { JSONPlace($0) } ?? JSONPlace(key.stringValue)
  }

  package init(stringValue: String) { self.init(stringValue) }
  package init(intValue: Int) { self.init(intValue) }
}
