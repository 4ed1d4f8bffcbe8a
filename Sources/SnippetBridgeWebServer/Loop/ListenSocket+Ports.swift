import SnippetBridgePlatform

extension ListenSocket {
  /// Binds a port on all addresses of a host. Returns the sockets of each event loop: one per address of the host, all
  /// on the same port.
  /// - Parameters:
  ///   - isShared: Whether another server may already listen on the port. See ``WebServerConfiguration/sharesPorts``.
  ///   - attempts: The number of attempts with port 0. The system then chooses a port that is free on the first
  ///     address. If this port is in use on another address of the host, another port is tried.
  static func make(
    host: String, port: Int, loops: Int, isShared: Bool = false, attempts: Int = 20
  ) throws(WebServerError) -> [[ListenSocket]] {
    let addresses = try SocketAddress.resolve(host: host, port: port)
    do throws(WebServerError) {
      return try make(addresses, host: host, loops: loops, isShared: isShared)
    } catch {
      guard port == 0, error.code == .addressInUse, attempts > 1 else { throw error }
      return try make(host: host, port: port, loops: loops, isShared: isShared, attempts: attempts - 1)
    }
  }

  private static func make(
    _ addresses: [SocketAddress], host: String, loops: Int, isShared: Bool
  ) throws(WebServerError) -> [[ListenSocket]] {
    var perLoop = [[ListenSocket]](repeating: [], count: loops)
    var failure: WebServerError?
    for var address in addresses {
      if let port = perLoop[0].first?.address.port { address.port = port }
      let first: ListenSocket
      do throws(WebServerError) {
        first = try ListenSocket(address, host: host, sharing: isShared)
      } catch {
        // A name may resolve to an address that this machine does not have, such as ::1 without IPv6. One working
        // address is enough.
        if error.code == .addressInUse { throw error }
        failure = error
        continue
      }
      perLoop[0].append(first)
      for loop in 1..<loops {
        perLoop[loop].append(try ListenSocket(first.address, host: host, sharing: true))
      }
    }
    if let failure, perLoop[0].isEmpty { throw failure }
    return perLoop
  }
}
