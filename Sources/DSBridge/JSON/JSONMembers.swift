import DSBridgeText

/// An object's members, for ``JSONTextDecoder``.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [UTF8Key: JSONNode]
  let decoder: JSONTextDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: String($0.text)) } }

  func contains(_ key: Key) -> Bool { members[UTF8Key(key.stringValue)] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(for: key).decodeNil() }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(for: key).value(type) }

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
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "an object without it"))
    }
    return decoder.decoder(of: node, at: key)
  }
}

/// A key or an index in a coding path.
struct JSONPlace: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ index: Int) {
    stringValue = "[\(index)]"
    intValue = index
  }

  init(stringValue: String) { self.init(stringValue) }
  init(intValue: Int) { self.init(intValue) }
}
