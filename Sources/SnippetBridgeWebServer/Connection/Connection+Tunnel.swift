import HTTPTypes
import SnippetBridgePlatform

/// A tunnel that passes bytes in both directions after an upstream server has answered 101.
extension Connection {
  func beginTunnel(_ head: UpstreamResponseHead, _ forwarding: Forwarding) {
    guard forwarding.request.isUpgrade, head.fields[.upgrade]?.lowercased() == "websocket" else {
      return upstreamFailed(
        UpstreamFailure(.malformed, "it switched to a protocol that was not requested"), forwarding)
    }
    let response = forwarding.request.response(head)
    guard let reading, let writing, let (connection, rest) = forwarding.handOver() else { return close() }
    var bytes: [UInt8] = []
    bytes += "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n".utf8
    bytes.append(response.fields)
    bytes += [.carriageReturn, .lineFeed] + rest
    current.observed?.status = 101
    endObservation(isComplete: true)
    setDeadline(nil)
    // A tunnel has no time limit for silence. TCP keep-alive detects a peer that has vanished.
    SystemSocket.keepAlive(descriptor)
    setHangUpWatch(false)
    let early = unread
    unread = []
    let tunnel = Tunnel(
      peer: Tunnel.Peer(transport: transport, descriptor: descriptor, reading: reading, writing: writing),
      upstream: connection, buffers: loop.buffers
    ) { [unowned self] change in
      tunnelHasChanged(change)
    }
    phase = .tunnelling(tunnel)
    tunnel.begin(toPeer: bytes, toUpstream: early)
  }

  private func tunnelHasChanged(_ change: Tunnel.Change) {
    switch change {
    case .hasMore: waker.wake()
    case .isEnding: setDeadline(server.configuration.http.stallTimeLimit)
    case .ended: close()
    }
  }
}
