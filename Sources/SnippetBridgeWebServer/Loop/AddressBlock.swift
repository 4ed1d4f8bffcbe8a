import SnippetBridgePlatform

/// A group of addresses that counts as one address: a single IPv4 address, or an IPv6 network with a 64-bit prefix. The
/// owner of such a network can use any number of its addresses.
package struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
  private let isIPv6: Bool
  private let bits: UInt64

  /// Creates the block of an address.
  /// - Parameter address: The 4 or 16 bytes of the address, in network order.
  init(_ address: some Collection<UInt8>) {
    let isMapped =
      address.count == 16 && address.prefix(10).allSatisfy { $0 == 0 }
      && address.dropFirst(10).prefix(2).allSatisfy { $0 == 0xFF }
    isIPv6 = address.count == 16 && !isMapped
    let significant = isMapped ? Array(address.suffix(4)) : Array(address.prefix(8))
    bits = significant.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Creates the block of a numeric address. Returns `nil` if the text is not a numeric address.
  package init?(numericHost: String) {
    guard let bytes = AddressRange.bytes(of: numericHost) else { return nil }
    self.init(bytes)
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
  /// The 16 bytes of the address. An IPv4 address is mapped to IPv6 (RFC 4291, section 2.5.5.2), so that it matches a
  /// peer of a dual-stack socket.
  private let bytes: [UInt8]
  private let length: Int

  /// Creates a range from an address with an optional prefix length. Returns `nil` if the text is not valid.
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

  /// Returns the 16 bytes of a numeric address, or `nil` if the text is not a numeric address.
  static func bytes(of host: String) -> [UInt8]? {
    var (four, sixteen) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, host, &four) == 1 {
      return [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + withUnsafeBytes(of: four) { Array($0) }
    }
    guard inet_pton(AF_INET6, String(host.prefix { $0 != "%" }), &sixteen) == 1 else { return nil }
    return withUnsafeBytes(of: sixteen) { Array($0) }
  }
}
