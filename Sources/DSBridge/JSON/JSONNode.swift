import DSBridgeText

/// A validated value of a JSON text, with its nested values. A text is parsed into nodes only once, even if a type
/// decodes values at many levels.
struct JSONNode: Sendable {
  enum Content: Sendable {
    case scalar
    case array([JSONNode])
    case object([UTF8Key: JSONNode])
  }

  /// The range of the value in the text's bytes.
  let range: Range<Int>
  let content: Content
}

extension JSONReader {
  /// Reads the next value with its nested values.
  mutating func node() throws -> JSONNode {
    let first = peek()
    let start = index
    let content: JSONNode.Content
    switch first {
    case UInt8(ascii: "{"):
      var members: [UTF8Key: JSONNode] = [:]
      try object { reader, key in members[UTF8Key(key)] = try reader.node() }
      content = .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONNode] = []
      try array { reader, _ in elements.append(try reader.node()) }
      content = .array(elements)
    default:
      try skipValue()
      content = .scalar
    }
    return JSONNode(range: start..<index, content: content)
  }
}

/// A JSON text (RFC 8259) from a file or another server. It is parsed and validated once. Errors contain the position
/// of the problem.
package struct JSONDocument: Sendable {
  /// The first position at which a text is not valid JSON.
  package struct SyntaxError: Error, Equatable, Sendable {
    /// The position in bytes, from 0.
    package let offset: Int
    /// The problem, as a sentence.
    package let problem: String
  }

  private let json: JSON
  private let node: JSONNode

  /// Parses a text. Throws at the first position that is not valid JSON.
  /// - Parameter bytes: UTF-8, with or without a byte order mark.
  package init(_ bytes: [UInt8], depthLimit: Int = 128) throws(SyntaxError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw SyntaxError(offset: error.byteOffsets.lowerBound, problem: "The text is not valid UTF-8.")
    }
    json = JSON(bytes: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...])
    var reader = JSONReader(json, depthLimit: depthLimit)
    do {
      node = try reader.node()
      try reader.expectEnd()
    } catch {
      throw SyntaxError(offset: reader.index, problem: reader.problem)
    }
  }

  /// Decodes the whole text. Throws a `DecodingError`, or the error of the type's initializer.
  package func decode<T: Decodable>(_ type: T.Type, userInfo: [CodingUserInfoKey: any Sendable] = [:]) throws -> T {
    try JSONTextDecoder(json, node: node, userInfo: userInfo).decode(T.self)
  }

  /// Returns the offset of the value at a path, or of its nearest ancestor.
  package func offset(of path: [any CodingKey]) -> Int {
    var node = node
    for key in path {
      let nested: JSONNode? =
        switch node.content {
        case .object(let members): members[UTF8Key(key.stringValue)]
        case .array(let elements): key.intValue.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        case .scalar: nil
        }
      guard let nested else { break }
      node = nested
    }
    return node.range.lowerBound
  }
}
