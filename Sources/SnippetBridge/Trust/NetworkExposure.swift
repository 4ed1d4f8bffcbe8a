import Logging
import WebServer

/// Refuses to listen for other machines unless the configuration says who may connect.
enum NetworkExposure {
  /// Throws when other machines could connect and nothing says who may.
  static func check(_ configuration: BridgeConfiguration) throws(BridgeServerError) {
    let hosts = [configuration.host] + configuration.listeners.map(\.host)
    guard configuration.token == nil, configuration.clientAuthority == nil,
      let host = hosts.first(where: ListeningHost.isReachableFromNetwork)
    else { return }
    guard configuration.allowsNetwork else {
      throw BridgeServerError(
        """
        On \(host) other machines can connect. Say who may: --token-file <file> (who shows the token in it), \
        --client-ca <file> with --tls (who has a certificate of that authority), or --allow-network (everybody). \
        In code: token, clientAuthority or allowsNetwork of BridgeConfiguration. See docs/kiosk.md.
        """)
    }
    configuration.logger.warning(
      "everybody on the network can open these pages and call what they call",
      metadata: ["host": "\(host)"])
  }
}
