import Platform

/// Carries the plain bytes of a TLS connection to and from a socket pair, whose other end libwebsockets has. Belongs to
/// its connection's loop.
///
/// It holds at most one piece in each direction. While one waits, nothing more is read on its side: a peer that does
/// not read fills the pair, and libwebsockets' own limits hold as they do for plain sockets.
final class TLSRelay {
  enum Change {
    /// libwebsockets has closed its end; what it wrote before is on its way.
    case isEnding
    /// Something went through.
    case goesOn
    /// More of what the peer sent is here than one turn allows: ``peerIsReadable()`` is to be called again.
    case hasMore
    /// Everything was sent. The peer may still send, and has time to read.
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

  /// Decrypted, and not taken by the pair.
  private var inbound: ArraySlice<UInt8> = []
  /// Not taken by the session.
  private var outbound: ArraySlice<UInt8> = []
  private var peerHasEnded = false
  private var isLingering = false
  private(set) var isEnding = false

  /// Whether it is ending, so that a time limit applies.
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

  /// Closes its end of the pair: libwebsockets sees that the peer has gone.
  func end() {
    guard reading != nil else { return }
    reading?.stop()
    writing?.stop()
    (reading, writing) = (nil, nil)
    close(descriptor)
  }

  // MARK: From the peer to libwebsockets

  func peerIsReadable() {
    // What TLS had to read before it could write.
    if !outbound.isEmpty { writeToPeer() }
    var turn = 0
    while inbound.isEmpty, !peerHasEnded, reading != nil {
      turn += 1
      switch session.read(into: buffers.input) {
      case .count(let count):
        // libwebsockets has closed: nobody reads this any more.
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
        // libwebsockets reads what came before, and then the end.
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

  /// The number of bytes that the pair took. What it does not take any more, because libwebsockets has closed, is
  /// dropped.
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
    // What TLS had to write before it could read.
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

  /// Nil when the peer has gone.
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

  /// Everything is out: close_notify and the end. Closing with unread bytes would reset the connection, and the peer
  /// might lose what it was sent.
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
