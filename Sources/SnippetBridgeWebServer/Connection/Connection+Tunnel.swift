import HTTPTypes
import SnippetBridgePlatform

/// Tunnels, which pass bytes in both directions between the peer and an upstream server that has answered 101, or
/// between the peer and libwebsockets.
extension Connection {
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
  func makeTunnelToLibwebsockets() -> (tunnel: Tunnel, descriptor: CInt)? {
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

  func beginTunnelling(_ tunnel: Tunnel) {
    setDeadline(nil)
    setHangUpWatch(false)
    phase = .tunnelling(tunnel)
  }

  private var tunnelEnd: Tunnel.End? {
    guard let reading, let writing else { return nil }
    return Tunnel.End(transport: transport, descriptor: descriptor, reading: reading, writing: writing)
  }
}
