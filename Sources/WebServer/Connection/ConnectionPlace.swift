/// A connection's place among those that a server may have, given back when nobody holds it any more.
final class ConnectionPlace: Sendable {
  private let counter: ConnectionCounter
  /// Nil for a proxy's connection, which counts for no address.
  private let block: AddressBlock?
  let admission: ConnectionCounter.Admission

  init(in counter: ConnectionCounter, block: AddressBlock?, admission: ConnectionCounter.Admission) {
    self.counter = counter
    self.block = block
    self.admission = admission
  }

  deinit { counter.left(block, wasWelcome: admission == .welcome) }
}

/// What a WebSocket takes besides its connection's place, given back likewise.
final class SocketPlace: Sendable {
  /// Both ends of a socket pair.
  private static let pair = 2

  private let counter: ConnectionCounter
  private let block: AddressBlock?
  private let descriptors: Int

  /// - Parameters:
  ///   - forwarded: the address that a trusted proxy has passed on.
  ///   - hasPair: its plain bytes go through a socket pair.
  /// - Throws: why it may not be, in a sentence.
  init(in counter: ConnectionCounter, forwarded: AddressBlock?, hasPair: Bool) throws(SocketRefusal) {
    if let forwarded, let reason = counter.admitForwarded(forwarded) { throw SocketRefusal(reason: reason) }
    descriptors = hasPair ? Self.pair : 0
    guard counter.addDescriptors(descriptors) else {
      if let forwarded { counter.leftForwarded(forwarded) }
      throw SocketRefusal(reason: "This server has no descriptors left for another socket.")
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
