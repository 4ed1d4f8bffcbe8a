import HTTPTypes
import SnippetBridgePlatform

/// The upgrade of a connection to a WebSocket, and tunnels, which pass bytes in both directions between the peer and an
/// upstream server that has answered 101, or between the peer and libwebsockets.
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

  func beginTunnel(_ head: UpstreamResponseHead, _ forwarding: Forwarding) {
    guard forwarding.request.isUpgrade, head.fields[.upgrade]?.lowercased() == "websocket" else {
      return upstreamFailed(
        UpstreamFailure(.malformed, "it switched to a protocol that was not requested"), forwarding)
    }
    let response = forwarding.request.response(head)
    guard let (connection, rest) = forwarding.handOver(), let far = connection.tunnelEnd, let peer = tunnelEnd else {
      return close()
    }
    let tunnel = Tunnel(.upstream(connection, forwarding.upstreamUse), of: self, peer: peer, far: far)
    var bytes: [UInt8] = []
    bytes += "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n".utf8
    bytes.append(response.fields)
    bytes += [.carriageReturn, .lineFeed] + rest
    current.observed?.status = 101
    endObservation(isComplete: true)
    // A tunnel has no time limit for silence. TCP keep-alive detects a peer that has vanished.
    SystemSocket.keepAlive(descriptor)
    beginTunnelling(tunnel)
    tunnel.begin(toPeer: bytes, toFar: exchange(&unread, with: []))
  }

  /// Creates a tunnel to one end of a socket pair. Returns the tunnel and the descriptor of the pair's other end.
  private func makeTunnelToLibwebsockets() -> (tunnel: Tunnel, descriptor: CInt)? {
    guard let libev = loop.libev, let peer = tunnelEnd, let (ours, theirs) = SystemSocket.makePair() else { return nil }
    let far = Tunnel.End(
      transport: .plain(ours), descriptor: ours,
      reading: IOWatcher(on: libev, descriptor: ours, event: .read) { [unowned self] in
        if case .tunnelling(let tunnel) = phase { tunnel.isReadable(tunnel.far) }
      },
      writing: IOWatcher(on: libev, descriptor: ours, event: .write) { [unowned self] in
        if case .tunnelling(let tunnel) = phase { tunnel.hasRoom(tunnel.far) }
      })
    return (Tunnel(.libwebsockets, of: self, peer: peer, far: far), theirs)
  }

  private func beginTunnelling(_ tunnel: Tunnel) {
    setDeadline(nil)
    setHangUpWatch(false)
    phase = .tunnelling(tunnel)
  }

  private var tunnelEnd: Tunnel.End? {
    guard let reading, let writing else { return nil }
    return Tunnel.End(transport: transport, descriptor: descriptor, reading: reading, writing: writing)
  }
}
