import HTTPTypes
import SnippetBridgePlatform

/// The upgrade of a connection to a WebSocket.
extension Connection {
  /// Completes a pending upgrade. Bytes after the handshake, which may be WebSocket frames, are passed on.
  func finishUpgrade() {
    guard let upgrade else { return }
    self.upgrade = nil
    observed?.status = 101
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
      loop.onLoop((descriptor, bytes, socket)) { $0.adopt($1.0, bytes: $1.1, as: $1.2) }
    case .tls(let session):
      guard let reading, let writing, let libev = loop.onLoop((), { loop, _ in loop.libevHandle }),
        let (ours, theirs) = SystemSocket.makePair()
      else {
        return refuseUpgrade(
          .plain(.serviceUnavailable, "This server has no free file descriptors for another WebSocket."))
      }
      setDeadline(nil)
      let relay = TLSRelay(
        session: session, descriptor: ours, on: libev.pointer, buffers: loop.buffers,
        peer: TLSRelay.Peer(descriptor: descriptor, reading: reading, writing: writing)
      ) { [unowned self] change in
        onLoop(change) { $0.relayHasChanged($1) }
      }
      phase = .relaying(relay)
      let socket = WebSocketConnection(
        loop: loop, server: server, peer: upgrade.peer, places: (nil, upgrade.place), delegate: upgrade.delegate,
        rest: rest)
      loop.onLoop((theirs, bytes, socket)) { $0.adopt($1.0, bytes: $1.1, as: $1.2) }
      relay.begin()
    }
  }

  func relayHasChanged(_ change: TLSRelay.Change) {
    switch change {
    case .isEnding: setDeadline(server.configuration.http.stallTimeLimit)
    case .goesOn:
      if case .relaying(let relay) = phase, relay.isEnding { setDeadline(server.configuration.http.stallTimeLimit) }
    case .hasMore: loop.executor.scheduleFlush(of: .connection(self))
    case .lingers: setDeadline(Self.lingeringTime)
    case .ended: close()
    }
  }
}
