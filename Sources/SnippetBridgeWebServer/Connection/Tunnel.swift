import SnippetBridgePlatform

/// Passes bytes between a peer and an upstream server after a response 101. Each side may end before the other. Not
/// Sendable: belongs to its connection's loop.
///
/// A tunnel holds at most one piece in each direction. While a piece is pending, nothing more is read on its side.
final class Tunnel {
  enum Change {
    /// More bytes have arrived than one turn may read. ``goOn()`` must be called.
    case hasMore
    /// The first side has ended. Bytes of the other side are still passed on.
    case isEnding
    case ended
  }

  struct Peer {
    let transport: Transport
    let descriptor: CInt
    let reading: IOWatcher
    let writing: IOWatcher
  }

  private enum Side { case peer, upstream }

  /// The bytes that are sent to one side.
  private struct Direction {
    var waiting = ByteQueue()
    /// Whether the other side has ended. This direction then ends when nothing is pending.
    var isEnding = false
    var hasEnded = false
    var mayTakeMore: Bool { waiting.isEmpty && !isEnding }
  }

  private let peer: Peer
  private let upstream: UpstreamConnection
  private let buffers: LoopBuffers
  private let changed: (Change) -> Void
  private var toPeer = Direction()
  private var toUpstream = Direction()
  private var isOver = false

  init(peer: Peer, upstream: UpstreamConnection, buffers: LoopBuffers, changed: @escaping (Change) -> Void) {
    self.peer = peer
    self.upstream = upstream
    self.buffers = buffers
    self.changed = changed
  }

  func begin(toPeer first: [UInt8], toUpstream early: [UInt8]) {
    toPeer.waiting.append(first)
    toUpstream.waiting.append(early)
    write(to: .peer)
    write(to: .upstream)
    goOn()
  }

  /// Closes the connection to the upstream server.
  func end() {
    isOver = true
    upstream.close()
  }

  func goOn() {
    if peer.transport.hasUnreadBytes { peerIsReadable() }
    if !isOver, upstream.transport.hasUnreadBytes { upstreamIsReadable() }
  }

  func peerIsReadable() {
    // TLS may have had to read before it could write.
    if !toPeer.waiting.isEmpty { write(to: .peer) }
    read(from: .peer)
  }

  func peerHasRoom() {
    write(to: .peer)
    if !isOver, upstream.transport.hasUnreadBytes { read(from: .upstream) }
  }

  func upstreamIsReadable() {
    if !toUpstream.waiting.isEmpty { write(to: .upstream) }
    read(from: .upstream)
  }

  func upstreamHasRoom() {
    write(to: .upstream)
    if !isOver, peer.transport.hasUnreadBytes { read(from: .peer) }
  }

  private func transport(of side: Side) -> Transport { side == .peer ? peer.transport : upstream.transport }

  private func read(from side: Side) {
    let other = side == .peer ? Side.upstream : .peer
    for turn in 1... {
      guard !isOver, other == .peer ? toPeer.mayTakeMore : toUpstream.mayTakeMore else {
        return setReading(side, false)
      }
      switch transport(of: side).read(into: buffers.input) {
      case .count(let count):
        let piece = UnsafeRawBufferPointer(rebasing: buffers.input[..<count])
        if other == .peer { toPeer.waiting.append(piece) } else { toUpstream.waiting.append(piece) }
        write(to: other)
      case .blocked(.read): return setReading(side, true)
      case .blocked(.write): return side == .peer ? peer.writing.start() : upstream.awaitRoom()
      case .ended:
        setReading(side, false)
        if other == .peer { toPeer.isEnding = true } else { toUpstream.isEnding = true }
        changed(.isEnding)
        return write(to: other)
      case .failed: return over()
      }
      guard !isOver, transport(of: side).hasUnreadBytes else { return }
      guard turn < LoopBuffers.readsPerTurn else { return changed(.hasMore) }
    }
  }

  private func write(to side: Side) {
    guard !isOver else { return }
    let other = side == .peer ? Side.upstream : .peer
    let stop =
      side == .peer
      ? toPeer.waiting.write(to: peer.transport).stop : toUpstream.waiting.write(to: upstream.transport).stop
    switch stop {
    case nil, .count: break
    case .blocked(let event):
      setReading(other, false)
      if event == .write { side == .peer ? peer.writing.start() : upstream.awaitRoom() }
      return
    case .ended, .failed: return over()
    }
    guard side == .peer ? toPeer.isEnding : toUpstream.isEnding else { return setReading(other, true) }
    if side == .peer {
      guard !toPeer.hasEnded else { return }
      toPeer.hasEnded = true
      if case .tls(let session) = peer.transport { session.shutDown() }
      shutdown(peer.descriptor, CInt(SHUT_WR))
    } else {
      guard !toUpstream.hasEnded else { return }
      toUpstream.hasEnded = true
      upstream.shutdownSending()
    }
    if toPeer.hasEnded, toUpstream.hasEnded { over() }
  }

  private func setReading(_ side: Side, _ isOn: Bool) {
    switch (side, isOn) {
    case (.peer, true): peer.reading.start()
    case (.peer, false): peer.reading.stop()
    case (.upstream, true): upstream.resumeReading()
    case (.upstream, false): upstream.pauseReading()
    }
  }

  private func over() {
    guard !isOver else { return }
    isOver = true
    changed(.ended)
  }
}
