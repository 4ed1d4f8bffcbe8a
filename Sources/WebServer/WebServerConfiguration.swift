/// Where and how a ``WebServer`` serves. Every limit is about what one peer may do to the others.
package struct WebServerConfiguration: Sendable {
  /// A numeric address or a name. Exactly what it stands for is bound: "localhost" is both loopback addresses.
  package var host = "127.0.0.1"
  /// 0 takes any free port.
  package var port = 0
  /// Event loops, each with a thread of its own; nil for one per core.
  package var loops: Int?
  /// Serves https and wss when set.
  package var tls: TLSConfiguration?

  package var webSocketPath = "/_bridge/socket"
  package var subprotocol = "snippetbridge.1"

  /// Headers that libwebsockets does not know by itself and a handler wants to see, in lower case.
  package var extraHeaderNames: [String] = ["bridge-document", "sec-fetch-mode", "sec-fetch-dest", "sec-fetch-site"]

  package var connections = ConnectionLimits()
  package var http = HTTPLimits()
  package var sockets = WebSocketLimits()

  /// Who may show our documents in a frame: the sources of `frame-ancestors` (Content-Security-Policy).
  package var frameAncestors = "'self'"

  package init() {}
}
