extension DirectJSON where Self: FixedWidthInteger {
  static func read(from reader: inout JSONReader) throws -> Self { try reader.integer(Self.self) }

  func write(to bytes: inout [UInt8]) throws { bytes.append(decimal: self) }
}

extension Int: DirectJSON {}
extension Int8: DirectJSON {}
extension Int16: DirectJSON {}
extension Int32: DirectJSON {}
extension Int64: DirectJSON {}
extension UInt: DirectJSON {}
extension UInt8: DirectJSON {}
extension UInt16: DirectJSON {}
extension UInt32: DirectJSON {}
extension UInt64: DirectJSON {}

extension Bool: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> Bool { try reader.bool() }

  func write(to bytes: inout [UInt8]) throws { bytes.append(contentsOf: (self ? "true" : "false").utf8) }
}

extension Double: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> Double { try reader.double() }

  /// The shortest text that JavaScript reads back as the same value.
  func write(to bytes: inout [UInt8]) throws {
    guard isFinite else { throw BridgeError(.result, "JSON has no \(self).") }
    if let integer = Int(exactly: self), abs(integer) < 1 << 53, self != 0 {
      bytes.append(contentsOf: String(integer).utf8)
    } else if self == 0 {
      bytes.append(contentsOf: (sign == .minus ? "-0" : "0").utf8)
    } else {
      bytes.append(contentsOf: description.utf8)
    }
  }
}

extension Float: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> Float { try reader.float() }

  /// The shortest text that is this value as a `Float`: 0.1, not 0.10000000149011612.
  func write(to bytes: inout [UInt8]) throws {
    guard isFinite else { throw BridgeError(.result, "JSON has no \(self).") }
    bytes.append(contentsOf: description.utf8)
  }
}

extension String: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> String { try reader.string() }

  func write(to bytes: inout [UInt8]) throws {
    bytes.append(UInt8(ascii: "\""))
    var text = self
    text.withUTF8 { bytes.appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension [UInt8] {
  /// RFC 8259, section 7: quote, backslash and control characters must be escaped, nothing else need be.
  fileprivate mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var plain = text.startIndex
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      append(contentsOf: text[plain..<index])
      plain = index + 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x0A: append(contentsOf: "\\n".utf8)
      case 0x0D: append(contentsOf: "\\r".utf8)
      case 0x09: append(contentsOf: "\\t".utf8)
      default: append(contentsOf: ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8)
      }
    }
    append(contentsOf: text[plain...])
  }
}
