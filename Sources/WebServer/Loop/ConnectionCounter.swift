import Synchronization

/// How many connections there are, in all and from each address. One for all loops.
final class ConnectionCounter: Sendable {
  enum Admission: Equatable {
    case welcome
    /// It is told so, in this sentence, and nothing else.
    case refused(String)
    /// Too many are being told already: it is closed.
    case dropped
  }

  private struct State {
    var inAll = 0
    var perAddress: [AddressBlock: Int] = [:]
    var beingRefused = 0
    /// Said once, until somebody is welcome again.
    var hasComplained = false
    /// What the process's descriptors allow.
    var most: Int?
  }

  private let state = Mutex(State())
  private let limits: ConnectionLimits
  /// Enough to tell a person, not so many that refusing is a load of its own.
  private static let mostBeingRefused = 64

  init(_ limits: ConnectionLimits) { self.limits = limits }

  /// Leaves some descriptors to files, and some connections to other addresses.
  func fit(descriptors: Int) { state.withLock { $0.most = descriptors - descriptors / 8 } }

  /// Counts the newcomer unless it is dropped; `isNews` when a log line is due.
  func admit(_ block: AddressBlock) -> (admission: Admission, isNews: Bool) {
    state.withLock { state in
      let inAll = min(limits.maximumCount, state.most ?? .max)
      let perAddress = min(limits.maximumCountPerAddress, state.most == nil ? .max : max(1, inAll - inAll / 4))
      let reason: String
      if state.inAll >= inAll {
        reason = "This server has \(inAll) connections, its limit."
      } else if state.perAddress[block, default: 0] >= perAddress {
        reason = "This server has \(perAddress) connections with this address, its limit."
      } else {
        state.inAll += 1
        state.perAddress[block, default: 0] += 1
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

  /// Once for each that was admitted, with what was said then.
  func left(_ block: AddressBlock, wasWelcome: Bool) {
    state.withLock { state in
      guard wasWelcome else {
        state.beingRefused -= 1
        return
      }
      state.inAll -= 1
      let rest = state.perAddress[block, default: 1] - 1
      state.perAddress[block] = rest > 0 ? rest : nil
    }
  }
}
