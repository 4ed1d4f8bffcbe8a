import SnippetBridgeCLinux

/// A watcher that reports sockets whose peers have closed their side of the connection, even if received bytes are
/// still unread.
package final class SystemHangUps: Sendable {
  /// An epoll descriptor, which is readable while there are hang-ups to report.
  package let descriptor: CInt

  /// Creates the epoll descriptor. Returns nil if the system cannot create one.
  package init?() {
    descriptor = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Watches a socket until its hang-up is reported or ``forget(_:)`` is called.
  package func watch(_ socket: CInt) {
    var event = epoll_event()
    event.events = EPOLLRDHUP.rawValue
    event.data.fd = socket
    epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
  }

  package func forget(_ socket: CInt) { epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil) }

  /// Returns up to 64 sockets whose peers have hung up, and stops watching them.
  package func takeAll() -> [CInt] {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    let count = epoll_wait(descriptor, &events, CInt(events.count), 0)
    let sockets = events.prefix(max(0, Int(count))).map(\.data.fd)
    for socket in sockets { forget(socket) }
    return sockets
  }
}
