/// Writes text into a URL (RFC 3986, section 2.1).
enum PercentEncoding {
  /// Encodes everything but letters, digits and the marks that mean nothing in a path.
  static func component(_ text: String) -> String {
    encode(text) { $0.isUnreserved }
  }

  /// Encodes only what may not stand in a query at all; what was encoded already stays as it is.
  static func query(_ text: String) -> String {
    encode(text) {
      $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
    }
  }

  private static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
      if isKept(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }
}
