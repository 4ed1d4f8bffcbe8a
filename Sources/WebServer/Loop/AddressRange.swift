import Platform

/// Some IP addresses: one, or all that begin alike ("10.0.0.0/8", RFC 4632).
package struct AddressRange: Sendable, Hashable {
  /// IPv4 as IPv6 writes it (RFC 4291, section 2.5.5.2), so that a peer of a socket for both is the same.
  private let bytes: [UInt8]
  private let length: Int

  /// Nil for what is no address with or without a length.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let bytes = Self.bytes(of: String(first)) else { return nil }
    let before = first.contains(":") ? 0 : 96
    var length = 128
    if parts.count == 2 {
      guard let given = Int(parts[1]), (0...(128 - before)).contains(given) else { return nil }
      length = before + given
    }
    self.bytes = bytes
    self.length = length
  }

  package func contains(_ numericHost: String) -> Bool {
    guard let other = Self.bytes(of: numericHost) else { return false }
    let whole = length / 8
    guard bytes.prefix(whole) == other.prefix(whole) else { return false }
    let rest = length % 8
    return rest == 0 || (bytes[whole] ^ other[whole]) >> (8 - rest) == 0
  }

  /// 16 of them; nil when it is no numeric address.
  static func bytes(of host: String) -> [UInt8]? {
    var (four, sixteen) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, host, &four) == 1 {
      return [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + withUnsafeBytes(of: four) { Array($0) }
    }
    guard inet_pton(AF_INET6, String(host.prefix { $0 != "%" }), &sixteen) == 1 else { return nil }
    return withUnsafeBytes(of: sixteen) { Array($0) }
  }
}
