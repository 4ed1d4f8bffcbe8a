import Foundation

/// Decodes any `Decodable` type. Foundation's decoder says of a number that does not fit only that "the data was not
/// valid JSON", takes texts that are none (a comma too many), and refuses half of a surrogate pair.
struct JSONTextDecoder: Decoder {
  let json: JSON
  let node: JSONNode
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Checks the whole text.
  init(_ json: JSON) throws {
    self.init(json: json, node: try JSONNode(json), codingPath: [])
  }

  private init(json: JSON, node: JSONNode, codingPath: [any CodingKey]) {
    self.json = json
    self.node = node
    self.codingPath = codingPath
  }

  /// One level further in.
  func decoder(of node: JSONNode, at key: any CodingKey) -> JSONTextDecoder {
    JSONTextDecoder(json: json, node: node, codingPath: codingPath + [key])
  }

  func value<T: Decodable>(_ type: T.Type) throws -> T {
    if let direct = T.self as? any DirectJSON.Type {
      guard let value = try read(direct) as? T else { throw mismatch(T.self) }
      return value
    }
    switch type {
    case is Date.Type: return try convert(T.self) { JSONDate.date(from: $0) }
    case is URL.Type: return try convert(T.self) { URL(string: $0) }
    case is Data.Type: return try convert(T.self) { Data(base64Encoded: $0) }
    case is Decimal.Type:
      _ = try value(Double.self)
      guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) as? T else {
        throw mismatch(T.self)
      }
      return value
    default: return try T(from: self)
    }
  }

  func mismatch(_ type: Any.Type, _ underlying: (any Error)? = nil) -> DecodingError {
    var reader = JSONReader(json)
    reader.index = node.range.lowerBound
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: reader.summary(), underlyingError: underlying)
    return .typeMismatch(type, context)
  }

  private var text: String { String(decoding: json.bytes[node.range], as: UTF8.self) }

  private func read<T: DirectJSON>(_ type: T.Type) throws -> T {
    do {
      return try T.read(whole: JSON(bytes: json.bytes[node.range]))
    } catch {
      throw mismatch(T.self, error)
    }
  }

  private func convert<T>(_ type: T.Type, _ conversion: (String) -> Any?) throws -> T {
    guard let value = conversion(try value(String.self)) as? T else { throw mismatch(T.self) }
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

  func decodeNil() -> Bool { json.bytes[node.range].elementsEqual("null".utf8) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }
}
