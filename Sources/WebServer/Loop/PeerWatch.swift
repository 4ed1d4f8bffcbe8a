import CLibwebsockets
import Glibc

/// Notices that a peer has gone while nobody reads from its socket.
///
/// While a handler thinks, libwebsockets must not read (it would spin), and without reading it learns nothing. A second
/// epoll set tells of the peer's end alone: EPOLLRDHUP, once.
final class PeerWatch {
  private let set: CInt
  private var watcher: IOWatcher?
  private var watched: [CInt: Connection] = [:]

  /// Nil when the system gives no descriptor for it; peers are then missed only when they are written to.
  init?(on loop: OpaquePointer) {
    set = epoll_create1(sb_epoll_cloexec())
    guard set >= 0 else { return nil }
    watcher = IOWatcher(on: loop, descriptor: set, event: .read) { [unowned self] in look() }
    watcher?.start()
  }

  deinit {
    watcher?.stop()
    close(set)
  }

  func add(_ connection: Connection, descriptor: CInt) {
    var event = epoll_event()
    event.events = EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue
    event.data.fd = descriptor
    guard epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) == 0 else { return }
    watched[descriptor] = connection
  }

  /// A descriptor that was closed has left the set by itself, and may be a stranger's by now: hence the comparison.
  func remove(_ connection: Connection, descriptor: CInt) {
    guard watched[descriptor] === connection else { return }
    watched[descriptor] = nil
    epoll_ctl(set, EPOLL_CTL_DEL, descriptor, nil)
  }

  private func look() {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    let count = epoll_wait(set, &events, CInt(events.count), 0)
    for event in events.prefix(max(0, Int(count))) {
      // Sound: libev calls on the loop's thread.
      watched[event.data.fd]?.assumeIsolated { $0.peerHasGone() }
    }
  }
}
