import HTTPTypes
import Logging
import SnippetBridgePlatform

/// An accepted HTTP/1.1 connection: a sequence of requests, optionally followed by a WebSocket. Used only on its loop's
/// thread.
///
///     handshake → head ⇄ collecting → answering → sending → head …
///                   └→ tunnelling (a WebSocket over TLS) └→ writing   └→ draining → head …
///                   └→ forwarding → head …                            └→ lingering → closed
///                                 └→ tunnelling (after 101)
final class Connection: LoopMember {
  enum Phase {
    /// The connection waits for the first bytes of the TLS handshake, or performs the handshake.
    case handshake
    /// The connection waits for a request's head, or is receiving it.
    case head
    /// The request's body is being collected. The handler is called when the body is complete.
    case collecting(Collecting)
    /// The handler is processing the request.
    case answering(PendingResponse)
    case sending(Outgoing)
    /// A task writes the response's body. The last associated value is the part of its output that the socket has not
    /// yet accepted, if any.
    case writing(ResponseWriter, Outgoing?)
    /// The request is forwarded to an upstream server.
    case forwarding(Forwarding)
    /// Bytes are passed on in both directions: an upstream server has answered 101, or the connection performs TLS for
    /// a WebSocket that libwebsockets handles.
    case tunnelling(Tunnel)
    /// The response has been written, and the rest of the request's body is being dropped.
    case draining
    /// The response has been written, but the peer is still sending the rejected body. The connection stays open for a
    /// moment, so that the peer can read the response.
    case lingering
    case closed
  }

  struct Collecting {
    var request: ServerRequest
    let limit: Int
    let completion: @Sendable (ServerRequest, PendingResponse) -> Void
  }

  let id: LoopMemberID
  let loop: LoopState
  let server: ServerContext
  let listener: ListenerContext
  let descriptor: CInt
  let peer: String
  /// Whether the peer is a trusted proxy, whose `X-Forwarded-For` is used.
  let isProxy: Bool
  var isSecure: Bool { listener.tls != nil }

  var phase: Phase
  var transport: Transport
  var place: ConnectionPlace?
  var parser: RequestParser
  /// The bytes that have arrived but have not been parsed yet.
  var unread: [UInt8] = []
  var isConsuming = false
  /// Whether the peer has closed its sending side of the connection.
  var hasEnded = false

  /// The request that is being received or answered.
  var current: CurrentRequest
  /// Whether plain HTTP arrived on a TLS port. Valid after the handshake.
  var isPlainText: Bool { isSecure && transport.session == nil }
  /// Whether a ``HangUpWatch`` watches for a disconnect of the peer. The watch is needed while the connection does not
  /// read, because the connection then does not see the end of the stream.
  var watchesForHangUp = false
  /// Indicates whether the current deadline limits the wait for the first byte of the next request.
  var isIdle = false
  var isStopping = false
  /// Whether the socket currently accepts no more bytes of the response. `writingWaitsForInput` is `true` if TLS has to
  /// read before it can write.
  var isWaitingForRoom = false
  var writingWaitsForInput = false
  var reading: IOWatcher?
  var writing: IOWatcher?

  init(
    loop: LoopState, libev: OpaquePointer, listener: ListenerContext, descriptor: CInt, peer: String, isProxy: Bool,
    place: ConnectionPlace
  ) {
    id = loop.makeMemberID()
    self.loop = loop
    self.listener = listener
    self.descriptor = descriptor
    self.peer = peer
    self.isProxy = isProxy
    self.place = place
    server = loop.server
    current = CurrentRequest(frameAncestors: server.configuration.frameAncestors)
    transport = .plain(descriptor)
    parser = RequestParser(limits: loop.server.parserLimits)
    phase = listener.tls == nil ? .head : .handshake
    setDeadline(
      isSecure ? server.configuration.connections.handshakeTimeLimit : server.configuration.http.headTimeLimit)
    reading = IOWatcher(on: libev, descriptor: descriptor, event: .read) { [unowned self] in socketIsReadable() }
    writing = IOWatcher(on: libev, descriptor: descriptor, event: .write) { [unowned self] in socketHasRoom() }
    reading?.start()
  }

  // MARK: From the loop

  /// Continues after ``LoopWaker/wake()``: a response is available, a response writer has bytes to send, a forwarded
  /// request or a tunnel has more bytes to pass on, or the buffer of a request's body has room for more.
  func flush() {
    switch phase {
    case .answering(let pending):
      if let outcome = pending.take() { settle(outcome) }
    case .writing(let writer, nil): write(from: writer)
    case .forwarding(let forwarding): continueForwarding(forwarding)
    case .tunnelling(let tunnel): return tunnel.mustEnd ? close() : tunnel.goOn()
    default: break
    }
    resumeBody()
    readOn()
  }

  func serverIsStopping() {
    isStopping = true
    current.closesAfterResponse = true
    switch phase {
    // The connection is closed even if a part of a request's head has arrived. Otherwise a slow peer could delay the
    // shutdown.
    case .handshake, .head, .lingering: close()
    case .draining: linger()
    case .tunnelling(let tunnel) where tunnel.isToUpstream: close()
    case .forwarding(let forwarding) where forwarding.isEventStream: close()
    // Requests in these phases may complete. When the time limit is reached, the loop ends and closes the remaining
    // connections.
    case .collecting, .answering, .sending, .writing, .forwarding, .tunnelling, .closed: break
    }
  }

  /// Handles an operation that took longer than its limit.
  func deadlinePassed() {
    switch phase {
    case .handshake: closeWithWarning("a TLS handshake took too long")
    case .head where !unread.isEmpty: refuse(.requestTimeout, "The request did not arrive in time.")
    case .collecting, .draining: bodyIsLate()
    case .forwarding(let forwarding): forwardingIsLate(forwarding)
    case .answering where awaitsBody: bodyIsLate()
    case .writing where awaitsBody && !isWaitingForRoom: bodyIsLate()
    case .answering: closeWithWarning("a connection was closed: its handler took too long")
    default: close()
    }
  }

  // MARK: Closing

  func cut() { close() }

  func close() {
    if case .closed = phase { return }
    transport.session?.shutDown()
    release()
    SnippetBridgePlatform.close(descriptor)
  }

  func closeWithWarning(_ message: Logger.Message) {
    server.logger.warning(message, metadata: ["peer": "\(peer)"])
    close()
  }

  /// Releases all resources except the descriptor.
  func release() {
    endObservation(isComplete: false)
    switch phase {
    case .answering(let pending): pending.cancel()
    case .writing(let writer, _): writer.cancel()
    case .forwarding(let forwarding): forwarding.cut()
    case .tunnelling(let tunnel): tunnel.end()
    default: break
    }
    phase = .closed
    // The watchers stop before the descriptor is closed. Otherwise they would watch a new descriptor with the same
    // number.
    reading?.stop()
    writing?.stop()
    setHangUpWatch(false)
    reading = nil
    writing = nil
    current.body?.end(RequestBodyError.cutShort)
    current.body = nil
    unread = []
    server.arrivals.giveBack(&current.share)
    place = nil
    loop.remove(self)
  }

  func endObservation(isComplete: Bool) {
    current.observed?.end(isComplete: isComplete)
    current.observed = nil
  }
}
