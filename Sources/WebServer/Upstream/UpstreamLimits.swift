/// How long an upstream server may take, and how many of its connections are kept.
package struct UpstreamLimits: Sendable {
  /// To look its name up, to connect to one of its addresses and for the TLS handshake; each begins anew.
  package var connectTimeLimit: Duration = .seconds(10)
  /// From the request's end to the first byte of the response.
  package var responseTimeLimit: Duration = .seconds(300)
  /// Between two pieces of a response, of an event stream too. A WebSocket may be silent for ever.
  package var silenceTimeLimit: Duration = .seconds(3600)
  /// Connections that wait for the next request, of each event loop.
  package var maximumIdleConnections = 256
  /// For one of these to be used; then it is closed. Node closes its own after 5 s.
  package var idleTimeLimit: Duration = .seconds(4)

  package init() {}
}
