import DSBridgeLocks
import Glibc
import SnippetBridgeCLinux

/// The state that an ``UnreliableProxy`` shares with its thread.
final class ProxyControl: Sendable {
  struct State {
    var faults: NetworkFaults
    var counts = NetworkFaultCounts()
    /// The number of sockets that the loop held when it last read this state.
    var sockets = 0
    /// Whether the loop must close all connections.
    var cutsAll = false
    var isStopped = false
  }

  let seed: UInt64
  let state: Mutex<State>
  /// An eventfd that becomes readable when the state has changed.
  let bell: Int32

  init(seed: UInt64, faults: NetworkFaults) throws {
    self.seed = seed
    state = Mutex(State(faults: faults))
    bell = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
    guard bell >= 0 else { throw TestPageError.unreachable("cannot create a descriptor for the proxy") }
  }

  deinit {
    close(bell)
  }

  func ring() {
    eventfd_write(bell, 1)
  }

  func count(_ field: WritableKeyPath<NetworkFaultCounts, Int>) {
    state.withLock { $0.counts[keyPath: field] += 1 }
  }
}
