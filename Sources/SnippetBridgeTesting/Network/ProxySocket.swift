import CLinux
import Glibc

/// One end of a connection in a ``ProxyLoop``; used on its thread only.
final class ProxySocket {
  enum Side {
    case page, server
  }

  /// What the loop knows it by: file descriptors are used again.
  let token: UInt64
  let side: Side
  let link: Int
  private let number: Int32
  private let epoll: Int32
  private var outgoing: [UInt8] = []
  private var isConnecting: Bool
  private var isPaused = false
  private var isWatched = false
  private var isClosed = false
  /// No more can come from it.
  private var hasEnded = false
  /// Ends when everything has been sent.
  private var endsWhenSent = false

  init(number: Int32, epoll: Int32, token: UInt64, side: Side, link: Int, isConnecting: Bool) {
    (self.number, self.epoll, self.token, self.side, self.link) = (number, epoll, token, side, link)
    self.isConnecting = isConnecting
    var on: CInt = 1
    setsockopt(number, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    watch()
  }

  deinit {
    close(abruptly: false)
  }

  /// Neither reads nor writes any more.
  var isOver: Bool { isClosed || hasEnded }

  /// Bytes not taken by the peer yet.
  var backlog: Int { outgoing.count }

  /// What has come; nil for nothing now, empty at the end.
  func read() -> [UInt8]? {
    guard !isClosed, !hasEnded else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(number, &buffer, buffer.count, CInt(MSG_DONTWAIT))
    if count > 0 { return Array(buffer[..<count]) }
    if count < 0, errno == EAGAIN || errno == EINTR { return nil }
    hasEnded = true
    watch()
    return []
  }

  func send(_ bytes: [UInt8]) {
    outgoing += bytes
    flush()
  }

  /// Sends what it can; the loop calls it when there is room again.
  func flush(isWritable: Bool = false) {
    if isWritable { isConnecting = false }
    guard !isClosed, !isConnecting else { return }
    var sent = 0
    while sent < outgoing.count {
      let count = outgoing[sent...].withUnsafeBytes {
        Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count > 0 {
        sent += count
      } else if errno != EINTR {
        // What cannot be sent any more is dropped; reading tells that the connection is over.
        if errno != EAGAIN { sent = outgoing.count }
        break
      }
    }
    outgoing.removeFirst(sent)
    if outgoing.isEmpty, endsWhenSent { return close(abruptly: false) }
    watch()
  }

  /// Leaves what comes in the kernel, or takes it again.
  func pause(_ isPaused: Bool) {
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    watch()
  }

  func closeWhenSent() {
    endsWhenSent = true
    flush()
  }

  /// `abruptly`: with a reset, which makes the peer's kernel forget what was not read.
  func close(abruptly: Bool) {
    guard !isClosed else { return }
    isClosed = true
    if abruptly {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    Glibc.close(number)
  }

  /// Tells the kernel what to report.
  private func watch() {
    guard !isClosed else { return }
    // A peer that is gone would be reported for ever.
    if hasEnded {
      if isWatched { epoll_ctl(epoll, EPOLL_CTL_DEL, number, nil) }
      isWatched = false
      return
    }
    var event = epoll_event()
    event.events = isPaused ? 0 : EPOLLIN.rawValue
    if isConnecting || !outgoing.isEmpty { event.events |= EPOLLOUT.rawValue }
    event.data.u64 = token
    epoll_ctl(epoll, isWatched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, number, &event)
    isWatched = true
  }
}
