import Platform

extension SocketAddress {
  /// Every address to listen on for `host`, each once.
  static func resolve(host: String, port: Int) throws(WebServerError) -> [SocketAddress] {
    guard (0...65535).contains(port) else { throw WebServerError(.cannotBind, "There is no port \(port).") }
    do throws(LookUpFailure) {
      return try lookUp(host: host, port: port, toListen: true)
    } catch {
      throw WebServerError(.cannotBind, "Cannot bind host \(host): \(error.reason).")
    }
  }

  var block: AddressBlock { AddressBlock(bytes) }

  /// Whether only this machine can connect: 127.0.0.0/8, ::1, and the first as IPv6 writes it.
  var isLoopback: Bool {
    let host = numericHost.prefix { $0 != "%" }
    return host == "::1" || host.hasPrefix("127.") || host.hasPrefix("::ffff:127.")
  }
}

/// What it means to listen on a host.
package enum ListeningHost {
  /// Whether other machines can connect to what listens on `host`, a numeric address or a name.
  ///
  /// True for what stands for no address now: it may stand for any when the server starts.
  package static func isReachableFromNetwork(_ host: String) -> Bool {
    guard let addresses = try? SocketAddress.resolve(host: host, port: 0) else { return true }
    return !addresses.allSatisfy(\.isLoopback)
  }
}
