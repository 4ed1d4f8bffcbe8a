import Logging
import SnippetBridgeCLibwebsockets
import SnippetBridgePlatform

/// The state of one event loop: its libev loop, its libwebsockets context, its listeners and its members.
actor LoopState: LoopActor {
  nonisolated let executor: EventLoop
  nonisolated var eventLoop: EventLoop { executor }
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated let server: ServerContext
  nonisolated let buffers = LoopBuffers()
  nonisolated let upstreams = UpstreamPool()
  private var libev: OpaquePointer?
  private var lws: LwsContext?
  private var wakeUp: WakeUp?
  private var listeners: [Listener] = []
  private var members: [ObjectIdentifier: LoopMember] = [:]
  private var deadlines: DeadlineTable?
  private var hangUps: HangUpWatch?
  private let frames = LwsBuffer()
  private var emptied: [CheckedContinuation<Void, Never>] = []
  private(set) var isStopping = false
  private var isLeaving = false

  init(executor: EventLoop, server: ServerContext) {
    self.executor = executor
    self.server = server
  }

  // MARK: Lifecycle, on the loop's thread

  /// Creates the libev loop and the libwebsockets context, and starts accepting connections.
  func open(_ sockets: [BoundSocket]) throws(WebServerError) {
    guard let libev = sb_ev_loop_new() else { throw WebServerError(.eventLoop, "libev cannot create an event loop.") }
    self.libev = libev
    do throws(WebServerError) {
      lws = try LwsContext(loop: libev, subprotocol: server.configuration.subprotocol)
    } catch {
      ev_loop_destroy(libev)
      self.libev = nil
      throw error
    }
    let wakeUp = WakeUp(on: libev)
    self.wakeUp = wakeUp
    deadlines = DeadlineTable(on: libev)
    hangUps = HangUpWatch(on: libev)
    upstreams.begin(on: libev)
    for bound in sockets {
      listeners.append(
        Listener(on: libev, socket: bound.socket, logger: server.logger) { [unowned self] descriptor, peer in
          onLoop((descriptor, peer, bound.listener)) { $0.accepted($1.0, from: $1.1, on: $1.2) }
        })
    }
    executor.begin(wakeUp: wakeUp)
  }

  /// The libev loop, or `nil` before it is created and after it is freed.
  var libevHandle: LoopHandle? { libev.map(LoopHandle.init) }

  /// Whether the thread should continue to run the loop.
  var isRunning: Bool { !isLeaving }

  /// Closes all members and frees everything. The last call on the loop's thread.
  func close() {
    listeners = []
    deadlines = nil
    hangUps = nil
    lws?.destroy()
    lws = nil
    // Destroying the context has removed every WebSocket of libwebsockets.
    for member in Array(members.values) { member.cut() }
    members = [:]
    upstreams.end()
    resumeIfEmpty()
    let (wakeUp, libev) = (self.wakeUp, self.libev)
    (self.wakeUp, self.libev) = (nil, nil)
    // From here on, another thread may run jobs of this actor (``EventLoop/end()``). The actor's state must not be
    // accessed below.
    executor.end()
    wakeUp?.stop()
    if let libev { ev_loop_destroy(libev) }
  }

  // MARK: Stopping

  func stopAccepting() { listeners = [] }

  /// Tells every connection that the server is stopping. Returns when all members have been removed, or when
  /// ``leave()`` is called.
  func shutDown() async {
    isStopping = true
    listeners = []
    tellConnections()
    guard !members.isEmpty else { return }
    await withCheckedContinuation { emptied.append($0) }
  }

  private func tellConnections() {
    for member in Array(members.values) { member.serverIsStopping() }
  }

  /// Ends the loop after this round.
  func leave() {
    isLeaving = true
    // Callers of shutDown() must not wait for connections that are about to be cut.
    for continuation in emptied { continuation.resume() }
    emptied = []
  }

  private func resumeIfEmpty() {
    guard members.isEmpty else { return }
    for continuation in emptied { continuation.resume() }
    emptied = []
  }

  // MARK: Members

  private func accepted(_ descriptor: CInt, from peer: SocketAddress, on listener: ListenerContext) {
    guard let libev, !isStopping else {
      SnippetBridgePlatform.close(descriptor)
      return
    }
    let host = peer.numericHost
    let isProxy = server.configuration.trustedProxies.contains { $0.contains(host) }
    let block = isProxy ? nil : peer.block
    let (admission, isNews) = server.connections.admit(block)
    if isNews {
      server.logger.warning(
        "a connection was refused: the limit of connections is reached", metadata: ["peer": "\(host)"])
    }
    guard admission != .dropped else {
      SnippetBridgePlatform.close(descriptor)
      return
    }
    let connection = Connection(
      loop: self, listener: listener, descriptor: descriptor, peer: host, isProxy: isProxy,
      place: ConnectionPlace(in: server.connections, block: block, admission: admission))
    members[ObjectIdentifier(connection)] = .connection(connection)
    connection.onLoop(LoopHandle(pointer: libev)) { $0.begin(on: $1) }
  }

  /// Hands a descriptor to libwebsockets, together with the bytes that its peer has already sent.
  func adopt(_ descriptor: CInt, bytes: [UInt8], as socket: WebSocketConnection) {
    guard let lws else {
      SnippetBridgePlatform.close(descriptor)
      return
    }
    members[ObjectIdentifier(socket)] = .webSocket(socket)
    lws.adopt(descriptor, bytes: bytes, as: socket)
    socket.onLoop((descriptor, libevHandle)) { $0.checkAdoption(of: $1.0, on: $1.1) }
  }

  func begin(_ diversion: Diversion) {
    members[ObjectIdentifier(diversion)] = .diversion(diversion)
    diversion.begin()
  }

  func remove(_ member: LoopMember) {
    guard members.removeValue(forKey: member.id) != nil else { return }
    deadlines?.remove(member)
    MemoryReturn.shared.somethingEnded()
    resumeIfEmpty()
  }

  /// Replaces the member's deadline; `nil` removes it.
  func setDeadline(_ delay: Duration?, for member: LoopMember) {
    if let delay { deadlines?.set(delay, for: member) } else { deadlines?.remove(member) }
  }

  /// Turns hang-up detection on or off for a connection that is not being read.
  func setHangUpWatch(_ isWatched: Bool, for connection: Connection) {
    if isWatched { hangUps?.watch(connection) } else { hangUps?.forget(connection) }
  }

  /// Writes a WebSocket frame. Returns `false` if the connection is broken.
  func write(_ bytes: [UInt8], as frame: LwsSocket.Frame, to socket: LwsSocket) -> Bool {
    socket.write(bytes, as: frame, through: frames)
  }
}

/// A libev loop that is passed to code on the thread that owns it.
struct LoopHandle: @unchecked Sendable {
  let pointer: OpaquePointer
}
