import Logging
import SnippetBridgeCLibwebsockets
import SnippetBridgePlatform

/// The state of one event loop: its libev loop, its libwebsockets context, its listeners and its members.
///
/// Neither this type nor anything that it owns is Sendable. The compiler thus checks that only the loop's thread
/// creates, uses and frees the state. Other threads access the loop through an ``EventLoop``, and its members through a
/// ``LoopWaker`` (docs/decisions/0031).
final class LoopState {
  let eventLoop: EventLoop
  let server: ServerContext
  let buffers = LoopBuffers()
  let upstreams = UpstreamPool()
  /// The libev loop, or `nil` before it is created and after it is freed.
  private(set) var libev: OpaquePointer?
  private var lws: LwsContext?
  private var listeners: [(index: Int, listener: Listener)] = []
  private var members: [LoopMemberID: any LoopMember] = [:]
  private var lastMember: LoopMemberID = 0
  private var deadlines: DeadlineTable?
  private(set) var hangUps: HangUpWatch?
  /// An empty array, whose memory is reused for the members that ``drain()`` flushes.
  private var woken: [LoopMemberID] = []
  private(set) var isStopping = false
  /// The timer that ends the time for stopping.
  private var stopTimer: OneShotTimer?
  private var mustLeave = false
  /// Whether the loop ends after this round of events.
  var isLeaving: Bool { mustLeave || isStopping && members.isEmpty }

  init(_ eventLoop: EventLoop, server: ServerContext) {
    self.eventLoop = eventLoop
    self.server = server
  }

  // MARK: Lifecycle

  /// Creates the libev loop and the libwebsockets context. After a failure, ``close()`` must be called too.
  func open() throws(WebServerError) {
    guard let libev = sb_ev_loop_new() else { throw WebServerError(.eventLoop, "libev cannot create an event loop.") }
    self.libev = libev
    lws = try LwsContext(loop: libev, subprotocol: server.configuration.subprotocol)
    deadlines = DeadlineTable(on: libev)
    hangUps = HangUpWatch(on: libev)
    upstreams.begin(on: libev)
    stopTimer = OneShotTimer(on: libev) { [unowned self] in mustLeave = true }
    eventLoop.begin(on: libev)
  }

  /// Carries out the orders that were sent to the loop, and flushes the members that were woken. Called after every
  /// round of events. Returns `true` if more orders or woken members have arrived in the meantime.
  func drain() -> Bool {
    guard !eventLoop.isInboxEmpty else { return false }
    // A local variable needs no checks for conflicting accesses at run time (CONTRIBUTING.md, "Measure").
    var woken = exchange(&self.woken, with: [])
    for order in eventLoop.takeAll(&woken) {
      switch order {
      case .stopAccepting:
        // The system resets connections that a closed listener has not accepted, so they are accepted first.
        for (_, listener) in listeners { listener.acceptBacklog() }
        listeners = []
      case .listen(let sockets, let context): listen(on: sockets, context)
      case .stopListening(let index): stopListening(index)
      case .shutDown(let limit): shutDown(within: limit)
      }
    }
    for id in woken { members[id]?.flush() }
    woken.removeAll(keepingCapacity: woken.capacity <= 64)
    self.woken = woken
    return !eventLoop.isInboxEmpty
  }

  private func listen(on sockets: [ListenSocket], _ context: ListenerContext) {
    guard let libev, !isStopping else { return }
    for socket in sockets {
      let listener = Listener(on: libev, socket: socket, logger: server.logger) { [unowned self] descriptor, peer in
        accepted(descriptor, from: peer, on: context)
      }
      listeners.append((context.index, listener))
    }
  }

  /// Closes the sockets of a listener. The listener's connections are closed when they have answered their current
  /// requests.
  private func stopListening(_ index: Int) {
    listeners.removeAll { $0.index == index }
    for case let connection as Connection in Array(members.values) where connection.listener.index == index {
      connection.serverIsStopping()
    }
  }

  /// Closes all members and frees everything. This is the last call on the loop's thread.
  func close() {
    listeners = []
    deadlines = nil
    hangUps = nil
    stopTimer = nil
    lws?.destroy()
    lws = nil
    // Destroying the context has removed every WebSocket of libwebsockets.
    for member in Array(members.values) { member.cut() }
    members = [:]
    upstreams.end()
    eventLoop.end()
    if let libev { ev_loop_destroy(libev) }
    libev = nil
  }

  // MARK: Stopping

  /// Notifies every member that the server is stopping. The loop ends when all members have been removed, or when the
  /// time is over.
  private func shutDown(within limit: Duration) {
    isStopping = true
    listeners = []
    stopTimer?.start(after: limit)
    for member in Array(members.values) { member.serverIsStopping() }
  }

  // MARK: Members

  private func accepted(_ descriptor: CInt, from peer: SocketAddress, on listener: ListenerContext) {
    guard let libev, !isStopping else {
      SnippetBridgePlatform.close(descriptor)
      return
    }
    let host = peer.numericHost
    let isProxy = server.configuration.trustedProxies.contains { $0.contains(host) }
    let block = isProxy ? nil : AddressBlock(numericHost: host)
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
      loop: self, libev: libev, listener: listener, descriptor: descriptor, peer: host, isProxy: isProxy,
      place: ConnectionPlace(admission) { [server] in
        server.connections.left(block, wasWelcome: admission == .welcome)
      })
    members[connection.id] = connection
  }

  /// Transfers a descriptor to libwebsockets, with bytes that libwebsockets treats as received from the peer.
  func adopt(_ descriptor: CInt, bytes: [UInt8], as socket: WebSocketConnection) {
    guard let lws else {
      SnippetBridgePlatform.close(descriptor)
      return
    }
    members[socket.id] = socket
    lws.adopt(descriptor, bytes: bytes, as: socket)
    socket.checkAdoption(of: descriptor, on: libev)
  }

  func begin(_ diversion: Diversion) {
    members[diversion.id] = diversion
    diversion.begin()
  }

  /// Returns the identity of a new member.
  func makeMemberID() -> LoopMemberID {
    lastMember += 1
    return lastMember
  }

  func remove(_ member: any LoopMember) {
    guard members.removeValue(forKey: member.id) != nil else { return }
    deadlines?.remove(member)
    MemoryReturn.shared.somethingEnded()
  }

  /// Replaces the member's deadline; `nil` removes it.
  func setDeadline(_ delay: Duration?, for member: any LoopMember) {
    if let delay { deadlines?.set(delay, for: member) } else { deadlines?.remove(member) }
  }
}
