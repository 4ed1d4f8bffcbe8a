/// How long a client waits, and for how much.
package struct ClientLimits: Sendable {
  /// For the name, the connection and TLS.
  package var connecting: Duration = .seconds(10)
  /// From then on for the whole head of the answer.
  package var answering: Duration = .seconds(30)
  /// For each next piece of the body, and for the peer to take what is sent.
  package var silence: Duration = .seconds(30)
  /// Bytes of the head.
  package var headBytes = 1 << 16
  /// How often an open WebSocket is asked whether it is still there. When nothing has come from one such question to
  /// the next it is not.
  package var pingInterval: Duration = .seconds(20)

  package init() {}
}
