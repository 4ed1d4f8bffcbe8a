/// A counted connection of a server. Deinitialization removes it from the counter.
final class ConnectionPlace: Sendable {
  private let counter: ConnectionCounter
  /// The peer's address block, or `nil` for a proxy's connection, which is not counted for an address.
  private let block: AddressBlock?
  let admission: ConnectionCounter.Admission

  init(in counter: ConnectionCounter, block: AddressBlock?, admission: ConnectionCounter.Admission) {
    self.counter = counter
    self.block = block
    self.admission = admission
  }

  deinit { counter.left(block, wasWelcome: admission == .welcome) }
}

/// The resources that a WebSocket needs besides its connection's place: a client address behind a proxy, and
/// descriptors. Deinitialization removes them from the counter.
final class SocketPlace: Sendable {
  /// The number of descriptors of a socket pair.
  private static let pair = 2

  private let counter: ConnectionCounter
  private let block: AddressBlock?
  private let descriptors: Int

  /// Counts the resources of a WebSocket.
  /// - Parameters:
  ///   - forwarded: The address that a trusted proxy has passed on, or `nil`.
  ///   - hasPair: Whether the WebSocket's plain bytes go through a socket pair.
  /// - Throws: ``SocketRefusal`` with the reason in one sentence.
  init(in counter: ConnectionCounter, forwarded: AddressBlock?, hasPair: Bool) throws(SocketRefusal) {
    if let forwarded, let reason = counter.admitForwarded(forwarded) { throw SocketRefusal(reason: reason) }
    descriptors = hasPair ? Self.pair : 0
    guard counter.addDescriptors(descriptors) else {
      if let forwarded { counter.leftForwarded(forwarded) }
      throw SocketRefusal(reason: "This server has no free file descriptors for another WebSocket.")
    }
    self.counter = counter
    block = forwarded
  }

  deinit {
    if let block { counter.leftForwarded(block) }
    counter.removeDescriptors(descriptors)
  }
}

struct SocketRefusal: Error {
  let reason: String
}
