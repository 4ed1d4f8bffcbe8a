import CLinux
import Glibc
import Locks

/// What an ``UnreliableProxy`` and its thread share.
final class ProxyControl: Sendable {
  struct State {
    var faults: NetworkFaults
    var counts = NetworkFaultCounts()
    /// Ends of connections that the loop holds, when it last looked here.
    var sockets = 0
    /// All connections are to be cut.
    var cutsAll = false
    var isStopped = false
  }

  let seed: UInt64
  let state: Mutex<State>
  /// Readable when there is something new in the state.
  let bell: Int32

  init(seed: UInt64, faults: NetworkFaults) throws {
    self.seed = seed
    state = Mutex(State(faults: faults))
    bell = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
    guard bell >= 0 else { throw TestPageError.unreachable("no descriptor for a proxy") }
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
