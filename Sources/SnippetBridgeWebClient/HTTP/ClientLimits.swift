/// Time and size limits of a client.
package struct ClientLimits: Sendable {
  /// The time limit for the name lookup, the connection and the TLS handshake; 10 s by default.
  package var connecting: Duration = .seconds(10)
  /// The time limit for the whole head of the response, starting when the connection is open; 30 s by default.
  package var answering: Duration = .seconds(30)
  /// The time limit for each further piece of the body, and for the peer to accept sent bytes; 30 s by default.
  package var silence: Duration = .seconds(30)
  /// The maximum size of a head in bytes; 64 kB by default.
  package var headBytes = 1 << 16
  /// The interval of pings on an open WebSocket; 20 s by default. If nothing arrives between two pings, the connection
  /// is closed.
  package var pingInterval: Duration = .seconds(20)

  package init() {}
}
