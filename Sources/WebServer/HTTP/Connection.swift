import CLibwebsockets
import HTTPTypes
import Logging

/// One accepted socket: first HTTP requests one after another, then perhaps a WebSocket. Lives on its loop's thread.
///
/// libwebsockets owns the socket and the wsi; its callbacks come in through ``received(_:)``. The loop keeps the
/// connection until the wsi is destroyed.
actor Connection: LoopActor {
  enum Phase {
    /// Between requests.
    case idle
    /// The head is here, the body is arriving.
    case collecting(Request)
    /// The handler is at work.
    case answering(PendingResponse)
    case sending(Outgoing)
    /// The response is out, the rest waits for the socket to take it.
    case finishing
    /// The peer still sends what was refused. It must read the answer before the connection ends, or it might never see it.
    case lingering
    case webSocket(WebSocketSession)
    case gone
  }

  nonisolated let loop: LoopState
  nonisolated var eventLoop: EventLoop { loop.executor }
  nonisolated let server: ServerContext
  nonisolated let descriptor: CInt
  nonisolated let peer: String
  nonisolated let block: AddressBlock
  nonisolated let admission: ConnectionCounter.Admission
  nonisolated let isSecure: Bool
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.unownedExecutor }

  var phase = Phase.idle
  /// Nil before the first callback and after the last.
  var wsi: OpaquePointer?
  /// What the handler said to an upgrade that libwebsockets is about to finish.
  var acceptedDelegate: (any WebSocketDelegate)?

  var isHTTP11 = true
  var isHead = false
  var closesAfterResponse = false
  /// libwebsockets goes on delivering body bytes of this request.
  var expectsBody = false

  /// What the deadline of an idle connection is about.
  var patience = Patience.request
  /// Of the request whose body is arriving.
  var bodyProgress: BodyProgress?
  /// What it has of ``BodyBudget``, in bytes.
  var bodyShare = 0

  var isReadingPaused = false
  var isPeerWatched = false
  var writeWatcher: IOWatcher?
  var roundsWithoutRoom = 0

  /// Callbacks of libwebsockets that we are in: its wsi must outlive them.
  private var depth = 0
  private var mustClose = false

  init(
    loop: LoopState, server: ServerContext, descriptor: CInt, address: SocketAddress, isSecure: Bool,
    admission: ConnectionCounter.Admission
  ) {
    self.loop = loop
    self.server = server
    self.descriptor = descriptor
    peer = address.numericHost
    block = address.block
    self.admission = admission
    self.isSecure = isSecure
  }

  // MARK: From libwebsockets

  /// 0 goes on; -1 closes the connection.
  func received(_ event: LwsEvent) -> Int32 {
    let (wsi, bytes) = (event.wsi, event.bytes)
    self.wsi = wsi
    depth += 1
    defer { depth -= 1 }
    switch event.reason {
    case LWS_CALLBACK_HTTP: requestArrived(from: wsi)
    case LWS_CALLBACK_HTTP_BODY: bodyArrived(bytes)
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: bodyCompleted()
    case LWS_CALLBACK_HTTP_WRITEABLE: responseCanGoOn()
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: confirmUpgrade(from: wsi)
    case LWS_CALLBACK_ESTABLISHED: webSocketOpened()
    case LWS_CALLBACK_RECEIVE: webSocketReceived(bytes, from: wsi)
    case LWS_CALLBACK_RECEIVE_PONG: webSocketHeard()
    case LWS_CALLBACK_SERVER_WRITEABLE: flush()
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: webSocketPeerCloses(bytes)
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL: webSocketIsEnding()
    case LWS_CALLBACK_CLOSED: webSocketEnded()
    case LWS_CALLBACK_WSI_DESTROY: forgetWsi()
    // CONNECT ends here: libwebsockets would hand over raw bytes.
    case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_RX: mustClose = true
    default: return 0
    }
    return mustClose ? -1 : 0
  }

  /// The wsi is gone, or about to be.
  func forgetWsi() {
    wsi = nil
    writeWatcher = nil
    stopWatchingPeer()
    webSocketEnded()
    if case .answering(let pending) = phase { pending.cancel() }
    phase = .gone
    server.bodies.giveBack(&bodyShare)
    // Sound: one thread for the loop's actors.
    loop.assumeIsolated { $0.remove(self) }
  }

  // MARK: From the loop

  func accepted(as wsi: WsiHandle) {
    self.wsi = wsi.pointer
    guard case .idle = phase else { return }
    patience = isSecure ? .handshake : .request
    setDeadline(
      isSecure ? server.configuration.connections.handshakeTimeLimit : server.configuration.http.headTimeLimit)
  }

  /// Something took longer than its limit.
  func deadlinePassed() {
    switch phase {
    case .idle: return idleTooLong()
    case .collecting(let request): return bodyStretchIsOver(received: request.body.count)
    case .answering:
      server.logger.warning("a handler took too long, its connection is closed", metadata: ["peer": "\(peer)"])
    case .webSocket(let session):
      return checkPeer(of: session)
    default: break
    }
    close()
  }

  /// Seen while nobody reads from the socket.
  func peerHasGone() {
    stopWatchingPeer()
    if case .answering = phase { close() }
  }

  func serverIsStopping() {
    closesAfterResponse = true
    switch phase {
    case .idle, .lingering: close()
    case .webSocket(let session): session.socket.close(code: 1001, reason: "the server is stopping")
    case .collecting, .answering, .sending, .finishing, .gone: break
    }
  }

  /// What was asked for with ``EventLoop/scheduleFlush(of:)``: outside libwebsockets, after a round of events.
  func flush() {
    guard let wsi else { return }
    switch phase {
    case .webSocket: flushWebSocket(wsi)
    case .answering(let pending): waitForHandler(pending)
    default: noticeMissingRoom()
    }
  }

  // MARK: Small things

  func setDeadline(_ delay: Duration?) {
    loop.onLoop((delay, self)) { $0.setDeadline($1.0, for: $1.1) }
  }

  /// Ends the connection: at once, or when the callback we are in returns.
  func close() {
    guard let wsi else { return }
    if depth > 0 { mustClose = true } else { sb_lws_close_now(wsi) }
  }

  /// The number that lws_write returned: negative when the connection is broken.
  func write(_ bytes: [UInt8], from offset: Int = 0, count: Int? = nil, as kind: lws_write_protocol) -> Int {
    guard let wsi else { return -1 }
    let piece = LoopState.Piece(bytes: bytes, offset: offset, count: count ?? bytes.count, kind: kind)
    return loop.onLoop((piece, wsi)) { $0.write($1.0, to: $1.1) }
  }

  /// libwebsockets would read in vain, again and again, while a request is being answered: it must not read then.
  func pauseReading() {
    guard let wsi, !isReadingPaused else { return }
    isReadingPaused = true
    lws_rx_flow_control(wsi, 0)
  }

  func resumeReading() {
    guard let wsi, isReadingPaused else { return }
    isReadingPaused = false
    lws_rx_flow_control(wsi, 1)
  }

  func watchPeer() {
    guard !isPeerWatched else { return }
    isPeerWatched = true
    // Sound: one thread for the loop's actors.
    loop.assumeIsolated { $0.watchPeer(of: self, descriptor: descriptor) }
  }

  func stopWatchingPeer() {
    guard isPeerWatched else { return }
    isPeerWatched = false
    // Sound: one thread for the loop's actors.
    loop.assumeIsolated { $0.unwatchPeer(of: self, descriptor: descriptor) }
  }
}
