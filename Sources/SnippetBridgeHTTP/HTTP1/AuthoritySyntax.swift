import DSBridgeText

/// What `Host` and an absolute-form target name: a host and perhaps a port (RFC 3986, section 3.2; RFC 9110, section
/// 7.2).
enum AuthoritySyntax {
  /// Whether it is `host[:port]`, the host not empty. A user's name before it is refused (RFC 9110, section 4.2.4).
  /// An address in brackets is not looked at further than its bytes.
  static func isValid(_ bytes: Span<UInt8>) -> Bool {
    guard let end = hostEnd(bytes), end > 0 else { return false }
    if end == bytes.count { return true }
    guard bytes[end] == UInt8(ascii: ":") else { return false }
    for index in (end + 1)..<bytes.count where !bytes[index].isDigit { return false }
    return true
  }

  /// Nil when the host has a byte that it cannot have.
  private static func hostEnd(_ bytes: Span<UInt8>) -> Int? {
    var index = 0
    if bytes.count > 0, bytes[0] == UInt8(ascii: "[") {
      index = 1
      while index < bytes.count, bytes[index].isAddress { index += 1 }
      guard index > 2, index < bytes.count, bytes[index] == UInt8(ascii: "]") else { return nil }
      return index + 1
    }
    while index < bytes.count, bytes[index] != UInt8(ascii: ":") {
      if bytes[index] == UInt8(ascii: "%") {
        guard index + 2 < bytes.count, bytes[index + 1].hexadecimalDigit != nil,
          bytes[index + 2].hexadecimalDigit != nil
        else { return nil }
        index += 3
      } else {
        guard bytes[index].isRegisteredName else { return nil }
        index += 1
      }
    }
    return index
  }
}

extension UInt8 {
  /// Of an IPv6 address.
  fileprivate var isAddress: Bool { hexadecimalDigit != nil || self == UInt8(ascii: ":") || self == UInt8(ascii: ".") }

  /// "unreserved" and "sub-delims" of RFC 3986, section 2: what of a name is not percent-encoded.
  fileprivate var isRegisteredName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}
