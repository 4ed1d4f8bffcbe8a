import Locks

/// How many connections there are, in all and from each address. One for all loops.
final class ConnectionCounter: Sendable {
  enum Admission: Equatable {
    case welcome
    /// It is answered 503 with this sentence, and closed.
    case refused(String)
    /// It is closed at once: too many are being answered 503 already.
    case dropped
  }

  private struct State {
    var inAll = 0
    /// Of each connection, more than one: those of sockets over TLS.
    var furtherDescriptors = 0
    var perAddress: [AddressBlock: Int] = [:]
    var beingRefused = 0
    /// The log has one warning, until a connection is admitted again.
    var hasComplained = false
    /// What the process's descriptors allow.
    var most: Int?

    mutating func leave(_ block: AddressBlock) {
      let rest = perAddress[block, default: 1] - 1
      perAddress[block] = rest > 0 ? rest : nil
    }
  }

  private let state = Mutex(State())
  private let limits: ConnectionLimits
  /// Enough that a person reads the reason, and not so many that refusing them is a load.
  private static let mostBeingRefused = 64

  init(_ limits: ConnectionLimits) { self.limits = limits }

  /// Leaves some descriptors for files, and some connections for other addresses.
  func fit(descriptors: Int) { state.withLock { $0.most = descriptors - descriptors / 8 } }

  /// Counts the new connection, unless it is dropped. `isNews` when the log is to have a line. Without a block it is a
  /// proxy's, and counts for no address.
  func admit(_ block: AddressBlock?) -> (admission: Admission, isNews: Bool) {
    state.withLock { state in
      let (inAll, perAddress) = most(state)
      let reason: String
      if state.inAll >= inAll {
        reason = "This server has \(inAll) connections, its limit."
      } else if let most = state.most, state.inAll + state.furtherDescriptors >= most {
        reason = "This server has no descriptor left."
      } else if let block, state.perAddress[block, default: 0] >= perAddress {
        reason = Self.tooMany(perAddress)
      } else {
        state.inAll += 1
        if let block { state.perAddress[block, default: 0] += 1 }
        state.hasComplained = false
        return (.welcome, false)
      }
      let isNews = !state.hasComplained
      state.hasComplained = true
      guard state.beingRefused < Self.mostBeingRefused else { return (.dropped, isNews) }
      state.beingRefused += 1
      return (.refused(reason), isNews)
    }
  }

  /// To be called once for each connection that was not dropped.
  func left(_ block: AddressBlock?, wasWelcome: Bool) {
    state.withLock { state in
      guard wasWelcome else {
        state.beingRefused -= 1
        return
      }
      state.inAll -= 1
      if let block { state.leave(block) }
    }
  }

  /// Counts a socket that a proxy's connection carries for this address. Returns why it may not be, or nil.
  func admitForwarded(_ block: AddressBlock) -> String? {
    state.withLock { state in
      let (_, perAddress) = most(state)
      guard state.perAddress[block, default: 0] < perAddress else { return Self.tooMany(perAddress) }
      state.perAddress[block, default: 0] += 1
      return nil
    }
  }

  func leftForwarded(_ block: AddressBlock) { state.withLock { $0.leave(block) } }

  /// A connection needs more descriptors than its own. False when there are not so many.
  func addDescriptors(_ count: Int) -> Bool {
    state.withLock { state in
      if let most = state.most, state.inAll + state.furtherDescriptors + count > most { return false }
      state.furtherDescriptors += count
      return true
    }
  }

  func removeDescriptors(_ count: Int) { state.withLock { $0.furtherDescriptors -= count } }

  private func most(_ state: State) -> (inAll: Int, perAddress: Int) {
    let inAll = min(limits.maximumCount, state.most ?? .max)
    return (inAll, min(limits.maximumCountPerAddress, state.most == nil ? .max : max(1, inAll - inAll / 4)))
  }

  private static func tooMany(_ count: Int) -> String {
    "This server has \(count) connections with this address, its limit."
  }
}
