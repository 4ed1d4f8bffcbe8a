import DSBridgeText
public import Foundation

/// One JSON text (RFC 8259) as UTF-8, not yet decoded. Cheap to cut out of a frame: it shares the frame's bytes.
///
/// Holds no raw line end or other control character, so that it can stand at the end of a line of the wire protocol.
/// That it is valid JSON shows when it is decoded.
public struct JSON: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text as UTF-8.
  public let bytes: ArraySlice<UInt8>

  /// Control characters, which valid JSON has between its tokens only, become spaces.
  public init(_ string: String) {
    self.init(sanitizing: Array(string.utf8))
  }

  /// As ``init(_:)``.
  public init(stringLiteral value: StaticString) {
    self.init(sanitizing: value.withUTF8Buffer { Array($0) })
  }

  /// As ``init(_:)``, for what an encoder wrote.
  public init(data: Data) {
    self.init(sanitizing: Array(data))
  }

  /// For bytes that are known to hold no control character: a slice of a line, or what our own writer made.
  package init(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  private init(sanitizing bytes: [UInt8]) {
    var bytes = bytes
    if bytes.contains(where: { $0 < 0x20 }) {
      for index in bytes.indices where bytes[index] < 0x20 { bytes[index] = 0x20 }
    }
    self.init(bytes: bytes[...])
  }

  /// The text. Invalid UTF-8 is repaired with U+FFFD; U+034F is inserted after 30 combining marks in a row
  /// (docs/protocol.md, section 3).
  public var description: String { String(peer: bytes) }

  /// Its own bytes, when it may be a small part of others: to keep one value must not keep the whole frame it came in.
  var detached: JSON {
    bytes.startIndex == 0 ? self : JSON(bytes: Array(bytes))
  }

  /// Whether arrays and objects stand in each other deeper than that. Brackets in strings do not count.
  func isNested(deeperThan limit: Int) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > limit { return true }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return false
  }

  static let null: JSON = "null"

  var isNull: Bool { bytes.elementsEqual("null".utf8) }
}

extension JSON: Hashable {
  /// Equal texts, byte by byte: `1` and `1.0` differ.
  public static func == (left: JSON, right: JSON) -> Bool {
    left.bytes == right.bytes
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }
}
