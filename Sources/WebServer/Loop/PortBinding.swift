import Platform

/// The listening sockets of a server: each loop has one for every address of the host, all on one port.
struct PortBinding {
  let port: Int
  let perLoop: [[ListenSocket]]

  static func bind(host: String, port: Int, loops: Int) throws(WebServerError) -> PortBinding {
    let addresses = try SocketAddress.resolve(host: host, port: port)
    // A free port of one address may be taken at the next: another one, then.
    for attempt in 1... {
      do throws(WebServerError) {
        return try bind(addresses, host: host, loops: loops)
      } catch {
        guard port == 0, error.code == .addressInUse, attempt < 20 else { throw error }
      }
    }
    throw WebServerError(.cannotBind, "Cannot bind host \(host).")
  }

  private static func bind(
    _ addresses: [SocketAddress], host: String, loops: Int
  ) throws(WebServerError) -> PortBinding {
    var perLoop = [[ListenSocket]](repeating: [], count: loops)
    var port: Int?
    var failure: WebServerError?
    for address in addresses {
      var address = address
      if let port { address.port = port }
      let first: ListenSocket
      do throws(WebServerError) {
        first = try ListenSocket(address, host: host, sharing: false)
      } catch {
        // A name may stand for an address this machine does not have, as ::1 without IPv6; one that works is enough.
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
    guard let port else { throw failure ?? WebServerError(.cannotBind, "Cannot bind host \(host).") }
    return PortBinding(port: port, perLoop: perLoop)
  }
}
