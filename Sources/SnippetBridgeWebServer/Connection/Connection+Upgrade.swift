import HTTPTypes

/// The upgrade of a connection to a WebSocket.
extension Connection {
  /// Completes a pending upgrade. Bytes that arrived after the handshake, such as WebSocket frames, are passed to
  /// libwebsockets.
  func finishUpgrade() {
    guard let upgrade = current.upgrade else { return }
    current.upgrade = nil
    current.observed?.status = 101
    endObservation(isComplete: true)
    let rest = exchange(&unread, with: [])
    let bytes = upgrade.handshake.head(subprotocol: server.configuration.subprotocol) + rest
    // Without TLS, the WebSocket takes over this connection's place in the server's count. With TLS, this connection
    // keeps its place, because it continues as a tunnel.
    switch transport {
    case .plain:
      let socket = WebSocketConnection(loop: loop, upgrade, place: place, rest: rest)
      place = nil
      // libwebsockets owns the descriptor from here on.
      release()
      loop.adopt(descriptor, bytes: bytes, as: socket)
    case .tls:
      guard let (tunnel, descriptor) = makeTunnelToLibwebsockets() else {
        return refuseUpgrade(
          .plain(.serviceUnavailable, "This server has no free file descriptors for another WebSocket."))
      }
      beginTunnelling(tunnel)
      loop.adopt(descriptor, bytes: bytes, as: WebSocketConnection(loop: loop, upgrade, place: nil, rest: rest))
      tunnel.begin()
    }
  }
}
