/// What counts as one address: of IPv6 the network of 64 bits, which its owner can fill with addresses at will.
struct AddressBlock: Hashable, Sendable {
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
}
