/// A connection's entry in the server's ``ConnectionCounter``. Deinitialization removes the entry.
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

/// The additional entries of a WebSocket in the server's ``ConnectionCounter``: the client's address if a proxy
/// forwards the WebSocket, and the descriptors of a socket pair. Deinitialization removes these entries.
final class SocketPlace: Sendable {
  /// The number of descriptors of a socket pair.
  private static let pair = 2

  private let counter: ConnectionCounter
  private let block: AddressBlock?
  private let descriptors: Int

  /// Counts the resources of a WebSocket.
  /// - Parameters:
  ///   - forwarded: The client's address block as a trusted proxy reports it, or `nil` without a proxy.
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
