import SnippetBridgePlatform

/// A group of addresses that counts as one address: a single IPv4 address, or an IPv6 network with a 64-bit prefix. The
/// owner of such a network can use any number of its addresses.
package struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
  private let isIPv6: Bool
  private let bits: UInt64

  /// Creates the block of a numeric address. Returns `nil` if the text is not a numeric address.
  package init?(numericHost: String) {
    guard let address = AddressRange.bits(of: numericHost) else { return nil }
    isIPv6 = address >> 32 != 0xFFFF
    bits = UInt64(isIPv6 ? address >> 64 : address & 0xFFFF_FFFF)
  }

  /// Whether the block is in 127.0.0.0/8, or is the network of ::1, in which ::1 is the only address that a peer can
  /// have.
  package var isLoopback: Bool { isIPv6 ? bits == 0 : bits >> 24 == 127 }

  /// A text that identifies the block. It is the same for all addresses of a block, and different for every other
  /// block.
  package var description: String { (isIPv6 ? "6:" : "4:") + String(bits, radix: 16) }
}

/// A range of IP addresses: a single address, or all addresses with a common prefix ("10.0.0.0/8", RFC 4632).
package struct AddressRange: Sendable, Hashable {
  /// The 128 bits of the address. An IPv4 address is mapped to IPv6 (RFC 4291, section 2.5.5.2), so that it matches a
  /// peer of a dual-stack socket.
  private let bits: UInt128
  private let length: Int

  /// Creates a range from an address with an optional prefix length. Returns `nil` if the text is not valid.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let bits = Self.bits(of: String(first)) else { return nil }
    let before = first.contains(":") ? 0 : 96
    var length = 128
    if parts.count == 2 {
      guard let given = Int(parts[1]), (0...(128 - before)).contains(given) else { return nil }
      length = before + given
    }
    self.bits = bits
    self.length = length
  }

  package func contains(_ numericHost: String) -> Bool {
    guard let other = Self.bits(of: numericHost) else { return false }
    return (bits ^ other) >> (128 - length) == 0
  }

  /// Returns the 128 bits of a numeric address, or `nil` if the text is not a numeric address.
  static func bits(of host: String) -> UInt128? {
    var (four, sixteen) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, host, &four) == 1 { return 0xFFFF_0000_0000 | UInt128(UInt32(bigEndian: four.s_addr)) }
    guard inet_pton(AF_INET6, String(host.prefix { $0 != "%" }), &sixteen) == 1 else { return nil }
    return withUnsafeBytes(of: sixteen) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
  }
}
