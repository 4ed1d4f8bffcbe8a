/// What counts as one address: of IPv6 the network of 64 bits, which its owner can fill with addresses at will.
package struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
  private let isIPv6: Bool
  private let bits: UInt64

  /// `address` is in network order: 4 bytes or 16.
  init(_ address: some Collection<UInt8>) {
    let isMapped =
      address.count == 16 && address.prefix(10).allSatisfy { $0 == 0 }
      && address.dropFirst(10).prefix(2).allSatisfy { $0 == 0xFF }
    isIPv6 = address.count == 16 && !isMapped
    let significant = isMapped ? Array(address.suffix(4)) : Array(address.prefix(8))
    bits = significant.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Nil when it is no numeric address.
  package init?(numericHost: String) {
    guard let bytes = AddressRange.bytes(of: numericHost) else { return nil }
    self.init(bytes)
  }

  /// 127/8, and the network of ::1, which has no other address that a peer can have.
  package var isLoopback: Bool { isIPv6 ? bits == 0 : bits >> 24 == 127 }

  /// The same for all of a block, and for no other's.
  package var description: String { (isIPv6 ? "6:" : "4:") + String(bits, radix: 16) }
}
