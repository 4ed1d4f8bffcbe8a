import DSBridgeText

extension JSONReader {
  /// Reads the next string. An unpaired surrogate, which is allowed in JSON but not in Unicode text, becomes U+FFFD.
  mutating func string() throws -> String {
    guard skip("\"") else { throw JSONMismatch(index: index) }
    let start = index
    try skipUntilQuoteOrEscape(from: start)
    if bytes[index] == UInt8(ascii: "\"") {
      index += 1
      return String(peer: bytes[start..<(index - 1)])
    }
    var text = Array(bytes[start..<index])
    while bytes[index] == UInt8(ascii: "\\") {
      try unescape(into: &text)
      let plain = index
      try skipUntilQuoteOrEscape(from: start)
      text.append(contentsOf: bytes[plain..<index])
    }
    index += 1
    return String(peer: text)
  }

  /// Skips and validates the next string. The caller has checked that a string begins here.
  mutating func skipString() throws {
    index += 1
    let start = index
    try skipUntilQuoteOrEscape(from: start)
    var ignored: [UInt8] = []
    while bytes[index] == UInt8(ascii: "\\") {
      try unescape(into: &ignored)
      ignored.removeAll(keepingCapacity: true)
      try skipUntilQuoteOrEscape(from: start)
    }
    index += 1
  }

  /// Moves to the next quote or backslash of a string whose text begins at `start`.
  private mutating func skipUntilQuoteOrEscape(from start: Int) throws(BridgeError) {
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case 0..<0x20: throw malformed("A string contains a control character, which must be escaped.")
      default: index += 1
      }
    }
    throw malformed(from: start - 1, "The string that starts here has no end.")
  }

  /// Reads one escape sequence. If it is the first half of a surrogate pair, also reads the second half.
  private mutating func unescape(into text: inout [UInt8]) throws(BridgeError) {
    guard index + 1 < bytes.endIndex else { throw malformed("Expected an escape sequence after the backslash.") }
    let kind = bytes[index + 1]
    index += 2
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(kind)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      let scalar = Unicode.Scalar(unit) ?? secondHalf(after: unit) ?? "\u{FFFD}"
      text.append(contentsOf: String(Character(scalar)).utf8)
    default: throw malformed(from: index - 2, "The escape sequence is unknown.")
    }
  }

  private mutating func hexadecimal() throws(BridgeError) -> UInt32 {
    let start = index
    var value: UInt32 = 0
    while index < min(start + 4, bytes.endIndex), let digit = bytes[index].hexadecimalDigit {
      value = value << 4 | UInt32(digit)
      index += 1
    }
    guard index == start + 4 else {
      throw malformed(from: start - 2, "Expected four hexadecimal digits after \\u.")
    }
    return value
  }

  /// Reads the second half of a surrogate pair, if it follows.
  private mutating func secondHalf(after first: UInt32) -> Unicode.Scalar? {
    let start = index
    guard 0xD800..<0xDC00 ~= first, bytes[index...].starts(with: "\\u".utf8) else { return nil }
    index += 2
    guard let second = try? hexadecimal(), 0xDC00..<0xE000 ~= second else {
      index = start
      return nil
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }
}
