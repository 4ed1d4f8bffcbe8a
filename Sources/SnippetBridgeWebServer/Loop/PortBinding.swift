import SnippetBridgePlatform

/// The listening sockets of one listener. Each loop has one socket per address of the host, all on the same port.
struct PortBinding {
  let port: Int
  let perLoop: [[ListenSocket]]

  /// Binds a port on all addresses of a host, with one socket per event loop.
  /// - Parameter isShared: Whether another server may already listen on the port. See
  ///   ``WebServerConfiguration/sharesPorts``.
  static func bind(
    host: String, port: Int, loops: Int, isShared: Bool = false
  ) throws(WebServerError) -> PortBinding {
    let addresses = try SocketAddress.resolve(host: host, port: port)
    // With port 0, the system chooses a port that is free on the first address. If this port is in use on another
    // address of the host, another port is tried.
    for attempt in 1... {
      do throws(WebServerError) {
        return try bind(addresses, host: host, loops: loops, isShared: isShared)
      } catch {
        guard port == 0, error.code == .addressInUse, attempt < 20 else { throw error }
      }
    }
    throw WebServerError(.cannotBind, "Cannot listen on \(host): no port is free at all of its addresses.")
  }

  private static func bind(
    _ addresses: [SocketAddress], host: String, loops: Int, isShared: Bool
  ) throws(WebServerError) -> PortBinding {
    var perLoop = [[ListenSocket]](repeating: [], count: loops)
    var port: Int?
    var failure: WebServerError?
    for address in addresses {
      var address = address
      if let port { address.port = port }
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
      address = first.address
      port = address.port
      perLoop[0].append(first)
      for loop in 1..<max(1, loops) where loop < loops {
        perLoop[loop].append(try ListenSocket(address, host: host, sharing: true))
      }
    }
    guard let port else {
      throw failure ?? WebServerError(.cannotBind, "Cannot listen on \(host): the host has no address.")
    }
    return PortBinding(port: port, perLoop: perLoop)
  }
}
