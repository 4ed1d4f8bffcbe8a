import Logging
import SnippetBridgeWebServer

/// A check for servers that listen on an address that other machines can reach. The configuration of such a server must
/// define who may connect.
enum NetworkExposure {
  /// Throws if other machines can connect and the configuration does not define who may. Logs a warning if the
  /// configuration allows everyone.
  ///
  /// Also throws if the host cannot be resolved now, because it may resolve to any address later.
  static func check(_ configuration: BridgeConfiguration) throws(BridgeServerError) {
    guard let host = openHost(of: configuration) else { return }
    guard configuration.allowsNetwork else {
      if let reason = ListeningHost.failure(toResolve: host) {
        throw BridgeServerError(
          "\"\(host)\" is not an address to listen on: \(reason). Use a numeric address of this machine, or localhost.")
      }
      throw BridgeServerError(
        """
        Other machines can connect to \(host). Choose who may: --token-file <file> (who presents its token), \
        --client-ca <file> with --tls (who has a certificate of that authority), or --allow-network (everybody). \
        In code: token, clientAuthority or allowsNetwork of BridgeConfiguration. See docs/guides/kiosk.md.
        """)
    }
    configuration.logger.warning(
      "everybody on the network can open the pages and call their interfaces", metadata: ["host": "\(host)"])
  }

  /// Returns a host at which everybody on the network can connect, or `nil` if there is none.
  static func openHost(of configuration: BridgeConfiguration) -> String? {
    guard configuration.token == nil, configuration.clientAuthority == nil else { return nil }
    return configuration.places.map(\.host).first(where: ListeningHost.isReachableFromNetwork)
  }
}
