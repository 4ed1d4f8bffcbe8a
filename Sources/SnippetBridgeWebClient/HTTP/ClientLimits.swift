/// The time and size limits of a client.
package struct ClientLimits: Sendable {
  /// The time limit for the name lookup, the TCP connection and the TLS handshake together; 10 s by default.
  package var connecting: Duration = .seconds(10)
  /// The time limit for receiving the whole response head, counted from the time when the connection is open; 30 s by
  /// default.
  package var answering: Duration = .seconds(30)
  /// The maximum wait for more bytes of the body, or for the peer to accept sent bytes; 30 s by default.
  package var silence: Duration = .seconds(30)
  /// The maximum size of the response head in bytes; 64 KiB by default.
  package var headBytes = 1 << 16
  /// The interval between pings on an open WebSocket; 20 s by default. If nothing arrives between two pings, the
  /// connection is closed.
  package var pingInterval: Duration = .seconds(20)

  package init() {}
}
