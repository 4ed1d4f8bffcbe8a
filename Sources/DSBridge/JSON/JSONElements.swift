/// An array's elements, for ``JSONTextDecoder``.
struct JSONElements: UnkeyedDecodingContainer {
  let elements: [JSONNode]
  let decoder: JSONTextDecoder
  private(set) var currentIndex = 0

  init(elements: [JSONNode], decoder: JSONTextDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// Stays where it is unless the element is null.
  mutating func decodeNil() throws -> Bool {
    guard try current(Never.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.value(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next(type) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next(Never.self) { $0 }
  }

  /// Passes over the element only when it could be read.
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
