import HTTPTypes
import SnippetBridgePlatform

/// The upgrade of a connection to a WebSocket.
extension Connection {
  /// Completes a pending upgrade. Bytes after the handshake, which may be WebSocket frames, are passed on.
  func finishUpgrade() {
    guard let upgrade = current.upgrade else { return }
    current.upgrade = nil
    current.observed?.status = 101
    endObservation(isComplete: true)
    let rest = unread
    unread = []
    let bytes = upgrade.handshake.head(subprotocol: server.configuration.subprotocol) + rest
    switch transport {
    case .plain:
      let socket = WebSocketConnection(
        loop: loop, server: server, peer: upgrade.peer, places: (place, upgrade.place), delegate: upgrade.delegate,
        rest: rest)
      place = nil
      // libwebsockets owns the descriptor from here on.
      release()
      loop.adopt(descriptor, bytes: bytes, as: socket)
    case .tls(let session):
      guard let reading, let writing, let libev = loop.libev,
        let (ours, theirs) = SystemSocket.makePair()
      else {
        return refuseUpgrade(
          .plain(.serviceUnavailable, "This server has no free file descriptors for another WebSocket."))
      }
      setDeadline(nil)
      let relay = TLSRelay(
        session: session, descriptor: ours, on: libev, buffers: loop.buffers,
        peer: TLSRelay.Peer(descriptor: descriptor, reading: reading, writing: writing)
      ) { [unowned self] change in
        relayHasChanged(change)
      }
      phase = .relaying(relay)
      let socket = WebSocketConnection(
        loop: loop, server: server, peer: upgrade.peer, places: (nil, upgrade.place), delegate: upgrade.delegate,
        rest: rest)
      loop.adopt(theirs, bytes: bytes, as: socket)
      relay.begin()
    }
  }

  func relayHasChanged(_ change: TLSRelay.Change) {
    switch change {
    case .isEnding: setDeadline(server.configuration.http.stallTimeLimit)
    case .goesOn:
      if case .relaying(let relay) = phase, relay.isEnding { setDeadline(server.configuration.http.stallTimeLimit) }
    case .hasMore: waker.wake()
    case .lingers: setDeadline(Self.lingeringTime)
    case .ended: close()
    }
  }
}
