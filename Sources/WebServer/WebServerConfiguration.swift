/// Where and how a ``WebServer`` serves. Every limit is about what one peer may do to the others.
package struct WebServerConfiguration: Sendable {
  /// Where it listens.
  package struct Listener: Sendable {
    /// A numeric address or a name. Exactly what it stands for is bound: "localhost" is both loopback addresses.
    package var host: String
    /// 0 takes any free port.
    package var port: Int
    /// Serves https and wss when set.
    package var tls: TLSConfiguration?
    /// See ``ListenerAddress/hasOwnPages``.
    package var hasOwnPages: Bool

    package init(host: String = "127.0.0.1", port: Int = 0, tls: TLSConfiguration? = nil, hasOwnPages: Bool = true) {
      self.host = host
      self.port = port
      self.tls = tls
      self.hasOwnPages = hasOwnPages
    }
  }

  package var listeners = [Listener()]
  /// Event loops, each with a thread of its own; nil for one per core.
  package var loops: Int?
  /// Proxies in front. Only their `X-Forwarded-For` is believed.
  package var trustedProxies: [AddressRange] = []
  /// What WebSockets must speak.
  package var subprotocol = "snippetbridge.1"

  package var connections = ConnectionLimits()
  package var http = HTTPLimits()
  package var sockets = WebSocketLimits()

  /// Who may show our documents in a frame: the sources of `frame-ancestors` (Content-Security-Policy).
  /// `'self'` stands for all listeners of the server.
  package var frameAncestors = "'self'"

  package init() {}
}
