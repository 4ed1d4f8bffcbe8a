/// A decoder that provides a placeholder for every requested value, and records the requests.
struct ProbeDecoder: Decoder {
  let probe: Probe
  let notes: ProbeNotes
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    notes.shape = .object
    return KeyedDecodingContainer(ProbeMembers(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    notes.shape = .array
    return ProbeElements(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// Returns a decoder for a nested value, with a separate ``ProbeNotes``.
  func decoder(at key: any CodingKey) -> ProbeDecoder {
    ProbeDecoder(probe: probe, notes: ProbeNotes(), codingPath: codingPath + [key])
  }
}

extension ProbeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    note(type)
    return try probe.example(of: type)
  }

  func note(_ type: Any.Type) { notes.readSingle(probe.types.type(of: type)) }
}

private struct ProbeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ProbeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    decoder.notes.looksForKeys = true
    return []
  }

  func contains(_ key: Key) -> Bool {
    decoder.notes.optional.insert(key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool {
    decoder.notes.optional.insert(key.stringValue)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try nested(key).decode(type) }

  /// Records the member and returns nil. No placeholder value is needed, so a type may contain itself as an optional
  /// member.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? {
    decoder.notes.optional.insert(key.stringValue)
    nested(key).note(type)
    return nil
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested>
  {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    nested(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { nested(JSONPlace("super")) }

  func superDecoder(forKey key: Key) -> any Decoder { nested(key) }

  private func nested(_ key: any CodingKey) -> ProbeDecoder {
    let nested = decoder.decoder(at: key)
    decoder.notes.member(key.stringValue) { try nested.notes.type() }
    return nested
  }
}

private struct ProbeElements: UnkeyedDecodingContainer {
  let decoder: ProbeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var currentIndex: Int { decoder.notes.elements.count }

  var count: Int? {
    decoder.notes.looksForEnd = true
    return 1
  }

  /// Whether one element was decoded. The array ends after one element.
  var isAtEnd: Bool {
    decoder.notes.looksForEnd = true
    return currentIndex > 0
  }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try nested().decode(type) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
    nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { nested().unkeyedContainer() }

  func superDecoder() -> any Decoder { nested() }

  private func nested() -> ProbeDecoder {
    let nested = decoder.decoder(at: JSONPlace(currentIndex))
    decoder.notes.elements.append { try nested.notes.type() }
    return nested
  }
}
