import Platform

/// A bound and listening TCP socket, closed with its owner.
final class ListenSocket: Sendable {
  let descriptor: CInt
  let address: SocketAddress

  deinit { close(descriptor) }

  /// Binds exactly `address`. With `sharing`, beside the sockets of the same server that already listen there.
  init(_ address: SocketAddress, host: String, sharing: Bool) throws(WebServerError) {
    let descriptor = SystemSocket.make(family: CInt(address.family))
    guard descriptor >= 0 else { throw Self.failure(errno, address, host) }
    do throws(WebServerError) {
      Self.enable(SO_REUSEADDR, at: SOL_SOCKET, of: descriptor)
      if address.family == AF_INET6 { Self.enable(IPV6_V6ONLY, at: CInt(IPPROTO_IPV6), of: descriptor, !address.isAny) }
      if sharing { Self.enable(SO_REUSEPORT, at: SOL_SOCKET, of: descriptor) }
      guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else { throw Self.failure(errno, address, host) }
      // The server's first socket was bound without SO_REUSEPORT, or another server's port would be shared without a
      // word; set now, it lets the server's other loops join.
      Self.enable(SO_REUSEPORT, at: SOL_SOCKET, of: descriptor)
      guard listen(descriptor, 1024) == 0 else { throw Self.failure(errno, address, host) }
      guard let bound = SocketAddress(boundTo: descriptor) else { throw Self.failure(errno, address, host) }
      self.address = bound
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func enable(_ option: CInt, at level: CInt, of descriptor: CInt, _ on: Bool = true) {
    var value: CInt = on ? 1 : 0
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  private static func failure(_ error: CInt, _ address: SocketAddress, _ host: String) -> WebServerError {
    if error == EADDRINUSE {
      return WebServerError(.addressInUse, "Port \(address.port) of \(host) is in use by another program.")
    }
    return WebServerError(
      .cannotBind, "Cannot bind \(host), port \(address.port): \(String(cString: strerror(error))).")
  }
}
