import CLinux

/// Tells which sockets' peers send no more, although what they have sent has not been read.
package final class SystemHangUps: Sendable {
  /// It can be read while there is something to tell.
  package let descriptor: CInt

  /// Nil where the system has none left.
  package init?() {
    descriptor = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Until it is told, or forgotten.
  package func watch(_ socket: CInt) {
    var event = epoll_event()
    event.events = EPOLLRDHUP.rawValue
    event.data.fd = socket
    epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
  }

  package func forget(_ socket: CInt) { epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil) }

  /// Those that have hung up; they are forgotten.
  package func takeAll() -> [CInt] {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    let count = epoll_wait(descriptor, &events, CInt(events.count), 0)
    let sockets = events.prefix(max(0, Int(count))).map(\.data.fd)
    for socket in sockets { forget(socket) }
    return sockets
  }
}
