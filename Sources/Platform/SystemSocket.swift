package import CLinux

/// Sockets that never block, and that programs which this one starts do not inherit.
package enum SystemSocket {
  /// The kind of a TCP socket.
  package static let stream = CInt(SOCK_STREAM.rawValue)

  private static let flags = CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)

  /// A TCP socket; negative on an error, which is in `errno`.
  package static func make(family: CInt) -> CInt { socket(family, stream | flags, 0) }

  /// Both ends of a pipe for both directions; nil on an error.
  package static func makePair() -> (CInt, CInt)? {
    var ends: [CInt] = [-1, -1]
    return socketpair(AF_UNIX, stream | flags, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// The next connection, and where it comes from; negative on an error.
  package static func accept(
    _ listener: CInt, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t
  ) -> CInt {
    sb_accept(listener, address, &length)
  }

  /// As send(2); a peer that has gone is an error and no signal.
  package static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Int {
    Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
  }

  /// Has the system ask a silent peer whether it is still there: after 30 s, then every 10 s. After three questions
  /// without an answer the connection has failed.
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
