/// The bytes that the grammar of HTTP allows.
extension UInt8 {
  package static let tab = UInt8(ascii: "\t")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")
  package static let space = UInt8(ascii: " ")

  /// Whether the byte may occur in a token, such as a method or the name of a field or chunk extension (RFC 9110,
  /// section 5.6.2).
  @inline(__always)
  package var isToken: Bool {
    // The unchecked access is within bounds, because the table has an element for each of the 256 values.
    tokenTable[unchecked: Int(self)] != 0
  }

  /// Whether the byte may occur in a request's target. Allows some bytes that browsers send although RFC 9112, section
  /// 3.2, excludes them. Excludes "#", which browsers never send.
  @inline(__always)
  var isTarget: Bool { self > 0x20 && self < 0x7F && self != UInt8(ascii: "#") }

  /// Whether the byte may occur in a field's value (RFC 9110, section 5.5): no control characters except tabs. Bytes
  /// above 127 are allowed. HTTP assigns no meaning to them.
  @inline(__always)
  package var isFieldValue: Bool { (self >= 0x20 && self != 0x7F) || self == .tab }

  @inline(__always)
  var isBlank: Bool { self == .space || self == .tab }

  var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}

/// The table of the bytes that a token may contain: 1 for an allowed byte. A literal is constant data, which needs no
/// initialization at run time.
private let tokenTable: InlineArray<256, UInt8> = [
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 0x00
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 0x10
  0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0,  // 0x20
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0,  // 0x30
  0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  // 0x40
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1,  // 0x50
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  // 0x60
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0,  // 0x70
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 0x80
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 0x90
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 0xA0
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 0xB0
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 0xC0
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 0xD0
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 0xE0
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // 0xF0
]
