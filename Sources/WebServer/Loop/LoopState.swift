import CLibwebsockets
import Glibc
import Logging

/// What one event loop owns: its libev loop, its libwebsockets context, its listeners and connections.
actor LoopState: LoopActor {
  nonisolated let executor: EventLoop
  nonisolated var eventLoop: EventLoop { executor }
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let server: ServerContext
  private var libev: OpaquePointer?
  private var lws: LwsContext?
  private var wakeUp: WakeUp?
  private var listeners: [Listener] = []
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var deadlines: DeadlineTable?
  private var buffer: WriteBuffer
  private var peerWatch: PeerWatch?
  private var emptied: [CheckedContinuation<Void, Never>] = []
  private(set) var isStopping = false
  private var isLeaving = false

  init(executor: EventLoop, server: ServerContext) {
    self.executor = executor
    self.server = server
    buffer = WriteBuffer()
  }

  // MARK: The loop's life, on its thread

  /// Makes the loop and its context, and begins to accept.
  func open(sockets: [ListenSocket]) throws(WebServerError) {
    guard let libev = sb_ev_loop_new() else { throw WebServerError(.eventLoop, "libev could not make an event loop.") }
    self.libev = libev
    do throws(WebServerError) {
      lws = try LwsContext(loop: libev, configuration: server.configuration)
    } catch {
      ev_loop_destroy(libev)
      self.libev = nil
      throw error
    }
    let wakeUp = WakeUp(on: libev)
    self.wakeUp = wakeUp
    deadlines = DeadlineTable(on: libev)
    peerWatch = PeerWatch(on: libev)
    for socket in sockets {
      listeners.append(
        Listener(on: libev, socket: socket, logger: server.logger) { [unowned self] descriptor, peer in
          // Sound: libev calls on the loop's thread.
          assumeIsolated { $0.accepted(descriptor, from: peer) }
        })
    }
    executor.begin(wakeUp: wakeUp)
  }

  /// The libev loop; nil before it is made and after it is gone.
  var libevHandle: LoopHandle? { libev.map(LoopHandle.init) }

  /// Whether the thread should go on running the loop.
  var isRunning: Bool { !isLeaving }

  /// Closes what is left and frees everything. The last call, on the loop's thread.
  func close() {
    listeners = []
    deadlines = nil
    peerWatch = nil
    lws?.destroy()
    lws = nil
    // Every wsi is gone, and with it its connection; should one be left, it must not think it has a wsi.
    for connection in connections.values {
      // Sound: on the loop's thread, which is the connection's executor.
      connection.assumeIsolated { $0.forgetWsi() }
    }
    connections = [:]
    resumeIfEmpty()
    let (wakeUp, libev) = (self.wakeUp, self.libev)
    (self.wakeUp, self.libev) = (nil, nil)
    // From here on another thread may run what is this actor's (``EventLoop/end()``): nothing of it is touched here any more.
    executor.end()
    wakeUp?.stop()
    if let libev { ev_loop_destroy(libev) }
  }

  // MARK: Stopping

  func stopAccepting() { listeners = [] }

  /// Tells every connection that the server goes, and returns when all have gone.
  func shutDown() async {
    isStopping = true
    listeners = []
    tellConnections()
    guard !connections.isEmpty else { return }
    await withCheckedContinuation { emptied.append($0) }
  }

  private func tellConnections() {
    for connection in Array(connections.values) {
      // Sound: on the loop's thread, which is the connection's executor.
      connection.assumeIsolated { $0.serverIsStopping() }
    }
  }

  /// Ends the loop after this round.
  func leave() {
    isLeaving = true
    // Who waits in shutDown must not wait for connections that are about to be cut.
    for continuation in emptied { continuation.resume() }
    emptied = []
  }

  private func resumeIfEmpty() {
    guard connections.isEmpty else { return }
    for continuation in emptied { continuation.resume() }
    emptied = []
  }

  // MARK: Connections

  private func accepted(_ descriptor: CInt, from peer: SocketAddress) {
    guard let lws, !isStopping else {
      Glibc.close(descriptor)
      return
    }
    let (admission, isNews) = server.connections.admit(peer.block)
    if isNews {
      server.logger.warning(
        "connections are refused: there are as many as may be", metadata: ["peer": "\(peer.numericHost)"])
    }
    guard admission != .dropped else {
      Glibc.close(descriptor)
      return
    }
    let connection = Connection(
      loop: self, server: server, descriptor: descriptor, address: peer, isSecure: lws.isSecure, admission: admission)
    connections[ObjectIdentifier(connection)] = connection
    let wsi = sb_lws_adopt(
      lws.vhost, descriptor, lws.isSecure ? 1 : 0, Unmanaged.passUnretained(connection).toOpaque())
    // libwebsockets closed the descriptor itself, whether or not it called back.
    guard let wsi else { return remove(connection) }
    let handle = WsiHandle(pointer: wsi)
    // Sound: on the loop's thread, which is the connection's executor.
    connection.assumeIsolated { $0.accepted(as: handle) }
  }

  func remove(_ connection: Connection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    server.connections.left(connection.block, wasWelcome: connection.admission == .welcome)
    deadlines?.remove(connection)
    resumeIfEmpty()
  }

  /// Replaces the connection's deadline; nil takes it away.
  func setDeadline(_ delay: Duration?, for connection: Connection) {
    if let delay { deadlines?.set(delay, for: connection) } else { deadlines?.remove(connection) }
  }

  func watchPeer(of connection: Connection, descriptor: CInt) {
    peerWatch?.add(connection, descriptor: descriptor)
  }

  func unwatchPeer(of connection: Connection, descriptor: CInt) {
    peerWatch?.remove(connection, descriptor: descriptor)
  }

  /// Pauses all reading but that of one connection, or takes it up again.
  func holdReading(_ hold: Bool, except connection: Connection) {
    for other in connections.values where other !== connection {
      // Sound: on the loop's thread, which is the connection's executor.
      other.assumeIsolated { $0.holdReading(hold) }
    }
  }

  /// One lws_write, from a buffer that leaves room for what libwebsockets puts in front. The number it returned.
  func write(_ piece: Piece, to wsi: OpaquePointer) -> Int {
    buffer.write(piece.bytes, from: piece.offset, count: piece.count, as: piece.kind, to: wsi)
  }

  /// A part of `bytes`, and what it is to libwebsockets.
  struct Piece {
    let bytes: [UInt8]
    let offset: Int
    let count: Int
    let kind: lws_write_protocol
  }

  /// Reads the next piece of a stream and writes it. The number of bytes, or nil when the stream or the connection broke.
  func writePiece(of stream: any BodyStream, at offset: Int64, size: Int, to wsi: WsiHandle) -> Int? {
    buffer.writePiece(of: size, to: wsi.pointer) { try stream.read(into: $0, at: offset) }
  }
}

/// A libev loop on its way to the thread that owns it anyway.
struct LoopHandle: @unchecked Sendable {
  let pointer: OpaquePointer
}

/// A wsi handed from one actor of a loop to another of the same loop; both run on its one thread.
struct WsiHandle: @unchecked Sendable {
  let pointer: OpaquePointer
}
