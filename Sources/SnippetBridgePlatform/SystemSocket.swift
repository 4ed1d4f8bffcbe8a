import SnippetBridgeCLinux

/// Functions that create and configure non-blocking sockets, which child processes do not inherit.
package enum SystemSocket {
  /// The socket type for TCP.
  package static let stream = CInt(SOCK_STREAM.rawValue)

  private static let flags = CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)

  /// Creates a TCP socket. Returns a negative number and sets `errno` on an error.
  package static func make(family: CInt) -> CInt { socket(family, stream | flags, 0) }

  /// Creates a connected pair of sockets. Returns nil on an error.
  package static func makePair() -> (CInt, CInt)? {
    var ends: [CInt] = [-1, -1]
    return socketpair(AF_UNIX, stream | flags, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// Accepts a connection. Returns its descriptor and the peer's address, or `nil` on an error, which `errno`
  /// describes.
  package static func accept(_ listener: CInt) -> (descriptor: CInt, peer: SocketAddress)? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let descriptor = sb_accept(listener, address, &length)
        return descriptor < 0 ? nil : (descriptor, SocketAddress(copying: address, length: length))
      }
    }
  }

  /// Sends bytes as send(2) does. If the peer has disconnected, returns an error instead of raising SIGPIPE.
  package static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Int {
    Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
  }

  /// Enables TCP keep-alive: the first probe after 30 s without traffic, then one every 10 s. The connection fails
  /// after three unanswered probes.
  package static func keepAlive(_ descriptor: CInt) {
    set(SO_KEEPALIVE, of: descriptor)
    for (option, value) in [(TCP_KEEPIDLE, 30), (TCP_KEEPINTVL, 10), (TCP_KEEPCNT, 3)] {
      set(option, at: CInt(IPPROTO_TCP), of: descriptor, to: CInt(value))
    }
  }

  /// Disables Nagle's algorithm, so that the socket sends small writes immediately.
  package static func sendAtOnce(_ descriptor: CInt) { set(TCP_NODELAY, at: CInt(IPPROTO_TCP), of: descriptor) }

  package static func set(_ option: CInt, at level: CInt = SOL_SOCKET, of descriptor: CInt, to value: CInt = 1) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  /// Returns the error number of a failed connection attempt, or 0 if there was no error.
  package static func connectError(of descriptor: CInt) -> CInt {
    var error: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno
  }
}
