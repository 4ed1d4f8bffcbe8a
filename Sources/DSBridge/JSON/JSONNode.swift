import DSBridgeText

/// One value of a text, checked, with what it holds: the text is read once, however deep a type looks into it.
struct JSONNode {
  enum Content {
    case scalar
    case array([JSONNode])
    case object([UTF8Key: JSONNode])
  }

  /// Where the value stands in the text's bytes.
  let range: Range<Int>
  let content: Content

  /// Throws a ``BridgeError`` of code `malformed` when `json` is not one value.
  init(_ json: JSON) throws {
    var reader = JSONReader(json)
    self = try reader.node()
    try reader.expectEnd()
  }

  fileprivate init(range: Range<Int>, content: Content) {
    self.range = range
    self.content = content
  }
}

extension JSONReader {
  fileprivate mutating func node() throws -> JSONNode {
    let first = peek()
    let start = index
    switch first {
    case UInt8(ascii: "{"):
      var members: [UTF8Key: JSONNode] = [:]
      try object(JSON.self) { reader, key in members[UTF8Key(key)] = try reader.node() }
      return JSONNode(range: start..<index, content: .object(members))
    case UInt8(ascii: "["):
      var elements: [JSONNode] = []
      try array(JSON.self) { reader, _ in elements.append(try reader.node()) }
      return JSONNode(range: start..<index, content: .array(elements))
    default:
      try skipValue()
      return JSONNode(range: start..<index, content: .scalar)
    }
  }
}
