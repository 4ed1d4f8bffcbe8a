import Platform
import HTTPTypes
import Logging

/// One accepted socket that speaks HTTP/1.1: requests one after another, then perhaps a WebSocket. Lives on its loop's
/// thread.
///
///     handshake → head ⇄ collecting → answering → sending → head …
///                   └→ relaying (a WebSocket over TLS)   └→ writing   └→ draining → head …
///                   └→ forwarding → head …                            └→ lingering → closed
///                                 └→ tunnelling (after 101)
actor Connection: LoopActor {
  enum Phase {
    /// The first bytes of TLS are awaited, or the handshake goes on.
    case handshake
    /// A request's head is awaited, or arriving.
    case head
    /// Its body is wanted whole.
    case collecting(Collecting)
    /// The handler is at work.
    case answering(PendingResponse)
    case sending(Outgoing)
    /// A task writes the response's body; what it has written and the socket has not taken, if anything.
    case writing(ResponseWriter, isChunked: Bool, Outgoing?)
    /// An upstream server answers.
    case forwarding(Forwarding)
    /// An upstream server has answered 101: bytes pass in both directions.
    case tunnelling(Tunnel)
    /// The response is written; the rest of the request's body is dropped.
    case draining
    /// The peer still sends what was refused. It must read the answer before the connection ends, or it might never see
    /// it.
    case lingering
    /// TLS goes on here, for a WebSocket that libwebsockets has.
    case relaying(TLSRelay)
    case closed
  }

  struct Collecting {
    var request: ServerRequest
    let limit: Int
    let completion: @Sendable (ServerRequest, PendingResponse) -> Void
  }

  struct Upgrade {
    let delegate: any WebSocketDelegate
    let handshake: WebSocketHandshake
    let peer: String
    let place: SocketPlace
  }

  nonisolated let loop: LoopState
  nonisolated var eventLoop: EventLoop { loop.executor }
  nonisolated let server: ServerContext
  nonisolated let listener: ListenerContext
  nonisolated let descriptor: CInt
  nonisolated let peer: String
  /// It is a trusted proxy: its `X-Forwarded-For` is believed.
  nonisolated let isProxy: Bool
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.unownedExecutor }
  nonisolated var isSecure: Bool { listener.tls != nil }

  var phase: Phase
  var transport: Transport
  var place: ConnectionPlace?
  var parser: RequestParser
  /// What has arrived and is not used yet.
  var unread: [UInt8] = []
  var isConsuming = false
  /// The peer sends no more.
  var hasEnded = false

  // Of the request in hand.
  var isHTTP11 = true
  var isHead = false
  /// All of its body has arrived, or it has none.
  var isComplete = true
  var closesAfterResponse = false
  /// Who may show its answer in a frame.
  var frameAncestors: String
  /// How much body it has.
  var framing = BodyFraming.none
  /// It waits for leave to send its body, and has not got it.
  var expectsContinue = false
  /// Its body, where the handler reads it as it arrives, until it is complete or nobody wants the rest.
  var body: ServerRequestBody?
  /// Nil when its body is complete.
  var bodyProgress: BodyProgress?
  /// In bytes, of its body.
  var received = 0
  /// In bytes: so much of a rest that nobody wants may still be dropped; nil while there is none.
  var droppable: Int?
  /// What its body has of ``ArrivalBudget``, in bytes.
  var share = 0
  var upgrade: Upgrade?
  /// Nil where nobody looks.
  var observed: ObservedRequest?

  /// Plain HTTP came to a port for TLS.
  var isPlainText = false
  /// Nothing is read: who goes is noticed otherwise.
  var watchesForHangUp = false
  /// The deadline is for the next request to begin.
  var isIdle = false
  var isStopping = false
  /// The socket takes no more of the response for now; and whether that is because TLS has to read first.
  var isWaitingForRoom = false
  var writingWaitsForInput = false
  var reading: IOWatcher?
  var writing: IOWatcher?

  init(
    loop: LoopState, listener: ListenerContext, descriptor: CInt, peer: String, isProxy: Bool,
    place: ConnectionPlace
  ) {
    self.loop = loop
    self.listener = listener
    self.descriptor = descriptor
    self.peer = peer
    self.isProxy = isProxy
    self.place = place
    server = loop.server
    frameAncestors = server.configuration.frameAncestors
    transport = .plain(descriptor)
    parser = RequestParser(limits: loop.server.parserLimits)
    phase = listener.tls == nil ? .head : .handshake
  }

  // MARK: From the loop

  func begin(on libev: LoopHandle) {
    setDeadline(
      isSecure ? server.configuration.connections.handshakeTimeLimit : server.configuration.http.headTimeLimit)
    reading = IOWatcher(on: libev.pointer, descriptor: descriptor, event: .read) { [unowned self] in
      onLoop(()) { connection, _ in connection.socketIsReadable() }
    }
    writing = IOWatcher(on: libev.pointer, descriptor: descriptor, event: .write) { [unowned self] in
      onLoop(()) { connection, _ in connection.socketHasRoom() }
    }
    reading?.start()
  }

  /// What was asked for with ``EventLoop/scheduleFlush(of:)``: an answer is there, there is something to send, or there
  /// is room for more of a body.
  func flush() {
    switch phase {
    case .answering(let pending):
      if let outcome = pending.take() { settle(outcome) }
    case .writing(let writer, let isChunked, nil): write(from: writer, isChunked: isChunked)
    case .forwarding(let forwarding): continueForwarding(forwarding)
    case .relaying(let relay): return relay.peerIsReadable()
    case .tunnelling(let tunnel): return tunnel.goOn()
    default: break
    }
    resumeBody()
    readOn()
  }

  func serverIsStopping() {
    isStopping = true
    closesAfterResponse = true
    switch phase {
    // Also in the middle of a head: who is as slow could hold up the end.
    case .handshake, .head, .lingering: close()
    case .draining: linger()
    case .tunnelling: close()
    case .forwarding(let forwarding) where forwarding.isEventStream: close()
    // The loop ends in time, whatever is left then.
    case .collecting, .answering, .sending, .writing, .forwarding, .relaying, .closed: break
    }
  }

  /// Something took longer than its limit.
  func deadlinePassed() {
    switch phase {
    case .handshake:
      server.logger.warning("a TLS handshake took too long", metadata: ["peer": "\(peer)"])
    case .head where !unread.isEmpty:
      return refuse(.requestTimeout, "The request did not arrive in time.")
    case .collecting, .draining: return bodyIsLate()
    case .forwarding(let forwarding): return forwardingIsLate(forwarding)
    case .answering where awaitsBody: return bodyIsLate()
    case .writing where awaitsBody && !isWaitingForRoom: return bodyIsLate()
    case .answering:
      server.logger.warning("a handler took too long, its connection is closed", metadata: ["peer": "\(peer)"])
    case .relaying(let relay):
      guard relay.isStuck else { return }
    default: break
    }
    close()
  }

  // MARK: The end

  func close() {
    if case .closed = phase { return }
    if case .tls(let session) = transport { session.shutDown() }
    release()
    Platform.close(descriptor)
  }

  /// Lets go of everything but the descriptor.
  func release() {
    endObservation(isComplete: false)
    switch phase {
    case .answering(let pending): pending.cancel()
    case .writing(let writer, _, _): writer.cancel()
    case .forwarding(let forwarding): forwarding.cut()
    case .relaying(let relay): relay.end()
    case .tunnelling(let tunnel): tunnel.end()
    default: break
    }
    phase = .closed
    // Before the descriptor is closed, or another of the same number would be watched.
    reading?.stop()
    writing?.stop()
    setHangUpWatch(false)
    reading = nil
    writing = nil
    body?.fail()
    body = nil
    unread = []
    server.arrivals.giveBack(&share)
    place = nil
    loop.onLoop(self) { $0.remove(.connection($1)) }
  }

  func endObservation(isComplete: Bool) {
    observed?.end(isComplete: isComplete)
    observed = nil
  }

  func setDeadline(_ delay: Duration?) {
    loop.onLoop((delay, self)) { $0.setDeadline($1.0, for: .connection($1.1)) }
  }
}
