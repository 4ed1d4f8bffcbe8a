import DSBridgeText

/// The syntax of `Host` and of the authority of an absolute-form target: a host and an optional port (RFC 3986, section
/// 3.2; RFC 9110, section 7.2).
enum AuthoritySyntax {
  /// Returns whether the bytes are `host[:port]` with a non-empty host. User information is rejected (RFC 9110, section
  /// 4.2.4). For an address in brackets, only the characters are checked.
  static func isValid(_ bytes: Span<UInt8>) -> Bool {
    guard let end = hostEnd(bytes), end > 0 else { return false }
    if end == bytes.count { return true }
    guard bytes[end] == UInt8(ascii: ":") else { return false }
    for index in (end + 1)..<bytes.count where !bytes[index].isDigit { return false }
    return true
  }

  /// Returns the end of the host; nil if the host has an invalid byte.
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
  /// Whether the byte may occur in an IPv6 address.
  fileprivate var isAddress: Bool { hexadecimalDigit != nil || self == UInt8(ascii: ":") || self == UInt8(ascii: ".") }

  /// Whether the byte is "unreserved" or a "sub-delim" of RFC 3986, section 2.
  fileprivate var isRegisteredName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    // The range contains & ' ( ) * + , - and the full stop.
    case UInt8(ascii: "&")...UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
