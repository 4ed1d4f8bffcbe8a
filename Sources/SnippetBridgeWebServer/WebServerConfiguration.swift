/// The addresses and limits of a ``WebServer``. The limits prevent one peer from exhausting resources that other peers
/// need.
package struct WebServerConfiguration: Sendable {
  /// An address and port that the server listens on.
  package struct Listener: Sendable {
    /// A numeric address or a name. The server listens on exactly the addresses to which the name resolves: "localhost"
    /// means both loopback addresses.
    package var host: String
    /// The port. With 0, the default, the system chooses a free port.
    package var port: Int
    /// The TLS configuration. If it is set, the listener serves https and wss.
    package var tls: TLSConfiguration?
    /// Indicates whether the listener serves the server's own pages. See ``ListenerAddress/hasOwnPages``.
    package var hasOwnPages: Bool

    package init(host: String = "127.0.0.1", port: Int = 0, tls: TLSConfiguration? = nil, hasOwnPages: Bool = true) {
      self.host = host
      self.port = port
      self.tls = tls
      self.hasOwnPages = hasOwnPages
    }
  }

  package var listeners = [Listener()]
  /// Whether the ports may be those of another running server of the same user. Both servers then accept connections.
  package var sharesPorts = false
  /// The number of event loops, each with its own thread; `nil`, the default, means one per core.
  package var loops: Int?
  /// The reverse proxies whose `X-Forwarded-For` is trusted. The field is ignored if another peer sends it.
  package var trustedProxies: [AddressRange] = []
  /// Returns the client's address in a request that another server of the same operator has forwarded and signed.
  /// Event loops call this closure for each request.
  package var forwardedPeer: (@Sendable (ReceivedFields) -> String?)?
  /// The subprotocol that every WebSocket must offer.
  package var subprotocol = "snippetbridge.1"

  package var connections = ConnectionLimits()
  package var http = HTTPLimits()
  package var sockets = WebSocketLimits()

  /// The sites that may show the server's documents in an iframe: the sources of `frame-ancestors`
  /// (Content-Security-Policy). `'self'` stands for all listeners of the server.
  package var frameAncestors = "'self'"
  /// The server's host names for browsers on other machines.
  package var names: [String] = []

  package init() {}
}

extension WebServerConfiguration {
  /// The same configuration with every time limit clamped to 0…10 years. Such times can be added to a clock's time
  /// without overflow.
  var bounded: WebServerConfiguration {
    let times = [
      \WebServerConfiguration.connections.handshakeTimeLimit, \.http.headTimeLimit, \.http.bodyTimeLimit,
      \.http.idleTimeLimit, \.http.answerTimeLimit, \.http.stallTimeLimit, \.sockets.silenceTimeLimit,
      \.sockets.heartbeatInterval,
    ]
    return times.reduce(into: self) { bounded, time in
      bounded[keyPath: time] = min(max(.zero, self[keyPath: time]), .seconds(10 * 366 * 86_400))
    }
  }
}
