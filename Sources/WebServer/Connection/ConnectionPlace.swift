/// A connection's place among those that a server may have, given back when nobody holds it any more.
final class ConnectionPlace: Sendable {
  private let limits: ConnectionCounter
  private let block: AddressBlock
  let admission: ConnectionCounter.Admission

  init(in limits: ConnectionCounter, block: AddressBlock, admission: ConnectionCounter.Admission) {
    self.limits = limits
    self.block = block
    self.admission = admission
  }

  deinit { limits.left(block, wasWelcome: admission == .welcome) }
}
