import SnippetBridgePlatform

/// Carries the decrypted bytes of a TLS connection to and from a socket pair, whose other end libwebsockets owns.
/// Belongs to its connection's loop.
///
/// The relay holds at most one piece in each direction. While a piece is pending, nothing more is read on its side. A
/// peer that does not read therefore fills the pair, and libwebsockets' own limits apply as for plain sockets.
final class TLSRelay {
  enum Change {
    /// libwebsockets has closed its end. What it wrote before is still being sent.
    case isEnding
    /// Bytes of libwebsockets were read, or bytes were sent to the peer.
    case goesOn
    /// The peer has sent more than one turn may read. ``peerIsReadable()`` must be called again.
    case hasMore
    /// Everything was sent. The connection stays open for a moment so that the peer can read the rest.
    case lingers
    case ended
  }

  struct Peer {
    let descriptor: CInt
    let reading: IOWatcher
    let writing: IOWatcher
  }

  private let session: TLSSession
  private let descriptor: CInt
  private let buffers: LoopBuffers
  private let peer: Peer
  private let changed: (Change) -> Void
  private var reading: IOWatcher?
  private var writing: IOWatcher?

  /// Decrypted bytes that the pair has not accepted.
  private var inbound: ArraySlice<UInt8> = []
  /// Bytes of libwebsockets that the TLS session has not accepted.
  private var outbound: ArraySlice<UInt8> = []
  private var peerHasEnded = false
  private var isLingering = false
  private(set) var isEnding = false

  /// Whether the relay is ending, so that a time limit applies.
  var isStuck: Bool { isEnding || isLingering }

  init(
    session: TLSSession, descriptor: CInt, on loop: OpaquePointer, buffers: LoopBuffers, peer: Peer,
    changed: @escaping (Change) -> Void
  ) {
    self.session = session
    self.descriptor = descriptor
    self.buffers = buffers
    self.peer = peer
    self.changed = changed
    reading = IOWatcher(on: loop, descriptor: descriptor, event: .read) { [unowned self] in pairIsReadable() }
    writing = IOWatcher(on: loop, descriptor: descriptor, event: .write) { [unowned self] in pairHasRoom() }
  }

  func begin() {
    reading?.start()
    peer.reading.start()
    if session.hasUnreadBytes { peerIsReadable() }
  }

  /// Closes this end of the pair, so that libwebsockets sees a disconnected peer.
  func end() {
    guard reading != nil else { return }
    reading?.stop()
    writing?.stop()
    (reading, writing) = (nil, nil)
    close(descriptor)
  }

  // MARK: From the peer to libwebsockets

  func peerIsReadable() {
    // TLS may have had to read before it could write.
    if !outbound.isEmpty { writeToPeer() }
    var turn = 0
    while inbound.isEmpty, !peerHasEnded, reading != nil {
      turn += 1
      switch session.read(into: buffers.input) {
      case .count(let count):
        // If libwebsockets has closed its end, the bytes are dropped.
        if !isEnding {
          let bytes = UnsafeRawBufferPointer(rebasing: buffers.input[..<count])
          let taken = writeToPair(bytes)
          if taken < count { inbound = Array(bytes[taken...])[...] }
        }
        guard session.hasUnreadBytes else { break }
        guard turn < LoopBuffers.readsPerTurn else {
          changed(.hasMore)
          break
        }
        continue
      case .blocked(.read): break
      case .blocked(.write): peer.writing.start()
      case .ended:
        peerHasEnded = true
        peer.reading.stop()
        if isLingering { return changed(.ended) }
        // libwebsockets reads the earlier bytes, and then the end of the stream.
        shutdown(descriptor, CInt(SHUT_WR))
      case .failed: return changed(.ended)
      }
      break
    }
    if !inbound.isEmpty { peer.reading.stop() }
  }

  private func pairHasRoom() {
    writing?.stop()
    let taken = inbound.withUnsafeBytes { writeToPair($0) }
    inbound = inbound.dropFirst(taken)
    guard inbound.isEmpty else { return }
    inbound = []
    if peerHasEnded {
      shutdown(descriptor, CInt(SHUT_WR))
    } else {
      peer.reading.start()
      if session.hasUnreadBytes { peerIsReadable() }
    }
  }

  /// Writes to the pair and returns the number of bytes it accepted. Drops bytes that libwebsockets cannot receive
  /// because it has closed its end, and counts them as accepted.
  private func writeToPair(_ bytes: UnsafeRawBufferPointer) -> Int {
    switch PlainSocket.write(bytes, to: descriptor) {
    case .count(let count):
      if count < bytes.count { writing?.start() }
      return count
    case .blocked:
      writing?.start()
      return 0
    case .ended, .failed: return bytes.count
    }
  }

  // MARK: From libwebsockets to the peer

  private func pairIsReadable() {
    switch PlainSocket.read(descriptor, into: buffers.input) {
    case .count(let count):
      let bytes = UnsafeRawBufferPointer(rebasing: buffers.input[..<count])
      guard let taken = writeToSession(bytes) else { return changed(.ended) }
      if taken < count {
        outbound = Array(bytes[taken...])[...]
        reading?.stop()
      }
      changed(.goesOn)
    case .blocked: break
    case .ended, .failed:
      reading?.stop()
      isEnding = true
      changed(.isEnding)
      inbound = []
      if outbound.isEmpty { sayGoodbye() }
    }
  }

  func peerHasRoom() {
    // TLS may have had to write before it could read.
    if outbound.isEmpty { peerIsReadable() } else { writeToPeer() }
  }

  private func writeToPeer() {
    guard let taken = outbound.withUnsafeBytes({ writeToSession($0) }) else { return changed(.ended) }
    outbound = outbound.dropFirst(taken)
    if taken > 0 { changed(.goesOn) }
    guard outbound.isEmpty else { return }
    outbound = []
    if isEnding { sayGoodbye() } else { reading?.start() }
  }

  /// Writes to the TLS session and returns the number of bytes it accepted, or `nil` if the connection has failed.
  private func writeToSession(_ bytes: UnsafeRawBufferPointer) -> Int? {
    switch session.write(bytes) {
    case .count(let count):
      if count < bytes.count { peer.writing.start() }
      return count
    case .blocked(.write):
      peer.writing.start()
      return 0
    case .blocked(.read): return 0
    case .ended, .failed: return nil
    }
  }

  /// Sends close_notify and shuts down sending after everything was sent. Closing a socket with unread bytes would
  /// reset the connection, and the peer could lose data.
  private func sayGoodbye() {
    guard !isLingering else { return }
    isLingering = true
    session.shutDown()
    shutdown(peer.descriptor, CInt(SHUT_WR))
    if peerHasEnded { return changed(.ended) }
    changed(.lingers)
    peer.reading.start()
  }
}
