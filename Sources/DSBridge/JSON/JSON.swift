import DSBridgeText
public import Foundation

/// A JSON text (RFC 8259) as UTF-8, not yet decoded. A value that is a part of a wire message shares the message's
/// bytes, so creating it is cheap.
///
/// The text contains no line ends or other control characters, so it can be the last field of a line in the wire
/// protocol. It is validated only when it is decoded. Texts are compared byte by byte: `1` and `1.0` differ.
public struct JSON: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text as UTF-8.
  public let bytes: ArraySlice<UInt8>

  /// Creates a JSON text. Control characters, which valid JSON contains only between its tokens, become spaces.
  public init(_ string: String) {
    self.init(sanitizing: Array(string.utf8))
  }

  /// Creates a JSON text from a literal, like ``init(_:)``.
  public init(stringLiteral value: StaticString) {
    self.init(sanitizing: value.withUTF8Buffer { Array($0) })
  }

  /// Creates a JSON text from the output of an encoder, like ``init(_:)``.
  public init(data: Data) {
    self.init(sanitizing: Array(data))
  }

  /// Creates a JSON text from bytes that contain no control characters, such as a slice of a line or the output of the
  /// bridge's encoder.
  package init(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  /// Creates a JSON string.
  init(quoting text: String) {
    var bytes: [UInt8] = []
    text.write(to: &bytes)
    self.init(bytes: bytes)
  }

  private init(sanitizing bytes: [UInt8]) {
    var bytes = bytes
    if bytes.contains(where: { $0 < 0x20 }) {
      for index in bytes.indices where bytes[index] < 0x20 { bytes[index] = 0x20 }
    }
    self.init(bytes: bytes[...])
  }

  /// The text. Invalid UTF-8 is repaired with U+FFFD; U+034F is inserted after 30 combining marks in a row
  /// (docs/guides/protocol.md, section 3).
  public var description: String { String(peer: bytes) }

  /// The same value with its own copy of the bytes if they are a part of a wire message. Without the copy, a stored
  /// value would keep the whole wire message in memory.
  var detached: JSON {
    bytes.startIndex == 0 ? self : JSON(bytes: Array(bytes))
  }

  /// Returns whether arrays and objects are nested deeper than `limit`, as far as the text is valid JSON.
  func isNested(deeperThan limit: Int) -> Bool {
    var reader = JSONReader(self, depthLimit: limit)
    return (try? reader.skipValue()) == nil && reader.isTooDeep
  }

  static let null: JSON = "null"

  var isNull: Bool { bytes.elementsEqual("null".utf8) }
}

extension JSON: Codable {
  /// Decodes any value. Numbers keep their value but not their notation, such as `1e3`.
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue<Any?>(from: decoder).value
    self = try JSONSerializer().encode(any: value as Any)
  }

  /// Encodes the value that the text represents.
  public func encode(to encoder: any Encoder) throws {
    try JSONValue<Any?>(JSONSerializer().decodeAny(from: self)).encode(to: encoder)
  }
}

extension JSON: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> JSON {
    try reader.raw()
  }

  func write(to bytes: inout [UInt8]) throws {
    bytes.append(contentsOf: self.bytes)
  }
}
