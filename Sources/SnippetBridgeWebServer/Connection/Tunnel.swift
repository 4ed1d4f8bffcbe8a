import SnippetBridgePlatform

/// A tunnel that passes bytes between a peer and another socket: an upstream server after a 101 response, or the socket
/// pair through which libwebsockets reads the decrypted bytes of a TLS connection. Not Sendable, because it is used
/// only on its connection's loop.
///
/// A tunnel holds at most one piece of data in each direction. While a piece waits to be written, nothing is read from
/// its sender. If the peer does not read, the socket pair therefore fills up, and libwebsockets applies the same limits
/// as for plain sockets.
final class Tunnel {
  enum Kind {
    /// The far end is an upstream server. Each end may stop sending while the other end continues to send.
    case upstream(UpstreamConnection, UpstreamUse)
    /// The far end is libwebsockets, which closes both directions at the same time: after its last byte, libwebsockets
    /// also stops reading.
    case libwebsockets
  }

  /// A socket at one end.
  final class End {
    let transport: Transport
    let descriptor: CInt
    let reading: IOWatcher
    let writing: IOWatcher
    /// The bytes that the end has not accepted yet.
    fileprivate var waiting = ByteQueue()
    /// Whether the end has sent its last byte.
    fileprivate var hasEnded = false
    /// Indicates whether the tunnel has shut down sending to this end, which then reads the end of the stream.
    fileprivate var isShut = false

    init(transport: Transport, descriptor: CInt, reading: IOWatcher, writing: IOWatcher) {
      self.transport = transport
      self.descriptor = descriptor
      self.reading = reading
      self.writing = writing
    }
  }

  let peer: End
  /// The end that is not the peer: an upstream server or libwebsockets.
  let far: End
  private let kind: Kind
  /// The connection, which exists until it has called ``end()``.
  private unowned let connection: Connection
  private var isOver = false

  init(_ kind: Kind, of connection: Connection, peer: End, far: End) {
    self.kind = kind
    self.connection = connection
    self.peer = peer
    self.far = far
  }

  func begin(toPeer first: [UInt8] = [], toFar early: [UInt8] = []) {
    peer.waiting.append(first)
    far.waiting.append(early)
    write(to: peer)
    write(to: far)
    goOn()
  }

  var isToUpstream: Bool { if case .upstream = kind { true } else { false } }

  /// Indicates whether the far end is an upstream server that must not be used any more.
  var mustEnd: Bool { if case .upstream(_, let use) = kind { use.upstream.hasEnded } else { false } }

  /// Closes the far end.
  func end() {
    isOver = true
    far.reading.stop()
    far.writing.stop()
    switch kind {
    case .upstream(let upstream, _): upstream.close()
    case .libwebsockets: close(far.descriptor)
    }
  }

  func goOn() {
    for end in [peer, far] where !isOver && end.transport.hasUnreadBytes { isReadable(end) }
  }

  func isReadable(_ end: End) {
    // If TLS had to read before it could write, pending bytes can be written now.
    if !end.waiting.isEmpty { write(to: end) }
    read(from: end)
  }

  func hasRoom(_ end: End) {
    end.writing.stop()
    // If no bytes are pending, TLS was waiting for room, because it had to write before it could read.
    if end.waiting.isEmpty { read(from: end) } else { write(to: end) }
    let other = other(end)
    if !isOver, other.transport.hasUnreadBytes { read(from: other) }
  }

  private func other(_ end: End) -> End { end === peer ? far : peer }

  /// Returns whether libwebsockets has closed this end, so that bytes for it are dropped.
  private func isClosed(_ end: End) -> Bool { !isToUpstream && end === far && end.hasEnded }

  private func read(from end: End) {
    let other = other(end)
    for turn in 1... {
      guard !isOver, other.waiting.isEmpty, !end.hasEnded else { return end.reading.stop() }
      let input = connection.loop.buffers.input
      switch end.transport.read(into: input) {
      case .count(let count):
        if !isClosed(other) { other.waiting.append(UnsafeRawBufferPointer(rebasing: input[..<count])) }
        write(to: other)
      case .blocked(.read): return end.reading.start()
      case .blocked(.write): return end.writing.start()
      case .failed where isToUpstream || end === peer: return connection.close()
      case .ended, .failed:
        end.hasEnded = true
        end.reading.stop()
        if isClosed(end) { end.waiting.removeAll() }
        limitEnd()
        return write(to: other)
      }
      guard !isOver, end.transport.hasUnreadBytes else { return }
      // ``goOn()`` reads the rest after the loop has served other connections.
      guard turn < LoopBuffers.readsPerTurn else { return connection.waker.wake() }
    }
  }

  private func write(to end: End) {
    guard !isOver else { return }
    let other = other(end)
    let (written, stop) = end.waiting.write(to: end.transport)
    if written > 0, isClosed(other) { limitEnd() }
    switch stop {
    case nil, .count: break
    case .blocked(let event):
      other.reading.stop()
      if event == .write { end.writing.start() }
      return
    case .ended, .failed:
      guard !isToUpstream, end === far else { return connection.close() }
      // libwebsockets has closed its end, so bytes for it are dropped. The bytes that it sent before are still read.
      end.waiting.removeAll()
    }
    guard other.hasEnded else { return other.reading.start() }
    guard !end.isShut else { return }
    end.isShut = true
    // Only sending is shut down. Closing a socket with unread bytes would reset the connection, and the peer could lose
    // data.
    end.transport.session?.shutDown()
    shutdown(end.descriptor, CInt(SHUT_WR))
    if other.isShut { return connection.close() }
    if isClosed(other) {
      // All bytes of libwebsockets were written to the peer. The tunnel stays open for a moment, so that the peer can
      // read these bytes.
      connection.setDeadline(Connection.lingeringTime)
      end.reading.start()
    }
  }

  /// Limits the time for writing the pending bytes after one end has sent its last byte. After libwebsockets has closed
  /// its end, each write to the peer extends the deadline.
  private func limitEnd() { connection.setDeadline(connection.server.configuration.http.stallTimeLimit) }
}
