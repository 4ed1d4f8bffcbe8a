import Glibc
import SnippetBridgeCLinux

/// A socket of a link in a ``ProxyLoop``: the page's or the server's. Used on the loop's thread only.
final class ProxySocket {
  enum Side {
    case page, server
  }

  /// The loop's key for this socket. File descriptors cannot be keys, because the system reuses them.
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
  /// Whether reading has reached the end or failed.
  private var hasEnded = false
  /// Whether to close the socket when the backlog is empty.
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

  /// Whether the socket is closed or can receive no more bytes.
  var isOver: Bool { isClosed || hasEnded }

  /// The number of unsent bytes.
  var backlog: Int { outgoing.count }

  /// Reads available bytes. Returns `nil` if none are available, and an empty array at the end of the stream.
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

  /// Writes as many pending bytes as the socket accepts. The loop calls it with `isWritable` when epoll reports the
  /// socket as writable.
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
        // After an error, the unsent bytes are dropped. The next read reports the end of the connection.
        if errno != EAGAIN { sent = outgoing.count }
        break
      }
    }
    outgoing.removeFirst(sent)
    if outgoing.isEmpty, endsWhenSent { return close(abruptly: false) }
    watch()
  }

  /// Stops or resumes reading. While paused, received bytes stay in the kernel.
  func pause(_ isPaused: Bool) {
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    watch()
  }

  func closeWhenSent() {
    endsWhenSent = true
    flush()
  }

  /// Closes the socket.
  /// - Parameter abruptly: Whether to send a reset, which makes the peer's kernel discard unread bytes.
  func close(abruptly: Bool) {
    guard !isClosed else { return }
    isClosed = true
    if abruptly {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    Glibc.close(number)
  }

  /// Updates the events that epoll reports for this socket.
  private func watch() {
    guard !isClosed else { return }
    // An ended socket is removed, because epoll would report the closed peer continuously.
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
