import WebServer

/// Whom the limits count as one peer: all addresses that one machine may have.
struct PeerNetwork: Hashable, Sendable {
  /// The same for all addresses of one machine.
  let name: String

  /// All of loopback is one, because every user of the machine has 127/8 and ::1. Of IPv6 it is the network of 64 bits.
  init(of peer: String) {
    guard let block = AddressBlock(numericHost: peer) else {
      name = peer
      return
    }
    name = block.isLoopback ? "loopback" : block.description
  }
}
