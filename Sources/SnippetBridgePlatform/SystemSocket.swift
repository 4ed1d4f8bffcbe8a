import SnippetBridgeCLinux

/// Creates non-blocking sockets, which child processes do not inherit.
package enum SystemSocket {
  /// The kind of a TCP socket.
  package static let stream = CInt(SOCK_STREAM.rawValue)

  private static let flags = CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)

  /// Creates a TCP socket. Returns a negative number on an error, which is in `errno`.
  package static func make(family: CInt) -> CInt { socket(family, stream | flags, 0) }

  /// Creates a connected pair of sockets; nil on an error.
  package static func makePair() -> (CInt, CInt)? {
    var ends: [CInt] = [-1, -1]
    return socketpair(AF_UNIX, stream | flags, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// Accepts a connection. Returns its descriptor and the peer's address, or `nil` on an error, which is in `errno`.
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

  /// Sends bytes as send(2) does. A disconnected peer is an error, not a signal.
  package static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Int {
    Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
  }

  /// Enables TCP keep-alive: the first probe after 30 s without traffic, then one every 10 s. The connection fails
  /// after three unanswered probes.
  package static func keepAlive(_ descriptor: CInt) {
    let options = [
      (SOL_SOCKET, SO_KEEPALIVE, 1), (CInt(IPPROTO_TCP), TCP_KEEPIDLE, 30), (CInt(IPPROTO_TCP), TCP_KEEPINTVL, 10),
      (CInt(IPPROTO_TCP), TCP_KEEPCNT, 3),
    ]
    for (level, option, value) in options {
      var value = CInt(value)
      setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }
  }
}
