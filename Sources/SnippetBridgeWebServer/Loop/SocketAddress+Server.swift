import SnippetBridgePlatform

extension SocketAddress {
  /// Returns the addresses to listen on for `host`, without duplicates.
  static func resolve(host: String, port: Int) throws(WebServerError) -> [SocketAddress] {
    guard (0...65535).contains(port) else {
      throw WebServerError(.cannotBind, "The port \(port) is out of range. Use 0 to 65535.")
    }
    do throws(LookUpFailure) {
      return try lookUp(host: host, port: port, toListen: true)
    } catch {
      throw WebServerError(.cannotBind, "Cannot listen on \(host): \(error.reason).")
    }
  }

  /// Indicates whether only this machine can connect to the address: 127.0.0.0/8, including its IPv4-mapped form, or
  /// ::1.
  var isLoopback: Bool {
    let host = numericHost.prefix { $0 != "%" }
    return host == "::1" || host.hasPrefix("127.") || host.hasPrefix("::ffff:127.")
  }
}

/// Functions that check a host to listen on.
package enum ListeningHost {
  /// Returns whether other machines can connect to a listener on `host`, a numeric address or a name.
  ///
  /// Returns `true` if the host cannot be resolved now, because it may resolve to any address when the server starts.
  package static func isReachableFromNetwork(_ host: String) -> Bool {
    guard let addresses = try? SocketAddress.resolve(host: host, port: 0) else { return true }
    return !addresses.allSatisfy(\.isLoopback)
  }

  /// Returns the reason why a host cannot be resolved now, or `nil` if it can.
  package static func failure(toResolve host: String) -> String? {
    do throws(SocketAddress.LookUpFailure) {
      _ = try SocketAddress.lookUp(host: host, port: 0, toListen: true)
      return nil
    } catch {
      return error.reason
    }
  }
}
