import DSBridgeText

/// How a URL holds any text (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// The text that `encoded` stands for, invalid UTF-8 repaired; nil when a "%" is not followed by two hexadecimal
  /// digits.
  package static func decoded(_ encoded: some StringProtocol) -> String? {
    guard encoded.utf8.contains(UInt8(ascii: "%")) else { return String(streamSafe: encoded) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.utf8.count)
    var rest = encoded.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(peer: bytes)
  }

  /// Encodes everything but letters, digits and the marks that mean nothing in a path.
  static func component(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
      if byte.isUnreserved {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }

  fileprivate var isUnreserved: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }
}
