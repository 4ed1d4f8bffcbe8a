import DSBridgeLocks
import SnippetBridgeCLinux
import SnippetBridgePlatform

/// The event loop of an ``UnreliableProxy``. Runs on one thread; all state is confined to that thread.
final class ProxyLoop {
  static let bell: UInt64 = 0
  static let listener: UInt64 = 1
  /// The number of unsent bytes per direction beyond which the sender is paused: 4 MiB.
  static let largestBacklog = 4 << 20
  /// The maximum delay of bytes that the faults `late` and `repeated` send later.
  static let longestAbsence: Duration = .seconds(2)

  let control: ProxyControl
  let server: SocketAddress
  let epoll: Int32
  private let listener: Int32
  private var lastToken = ProxyLoop.listener
  private var lastLink = 0
  /// The number of page connections so far. Selects the random stream of each connection.
  private var lastPage: UInt64 = 0
  var sockets: [UInt64: ProxySocket] = [:]
  var links: [Int: ProxyLink] = [:]
  /// The ids of the links with scheduled steps.
  var delayed: Set<Int> = []
  var faults = NetworkFaults.none
  var now = ContinuousClock.now
  /// The time at which to accept again after running out of descriptors, or `nil` while accepting.
  private var acceptsAgain: ContinuousClock.Instant?
  private var isListening = true

  init(control: ProxyControl, listener: Int32, server: SocketAddress) {
    self.control = control
    self.listener = listener
    self.server = server
    epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
    for (number, token) in [(control.bell, Self.bell), (listener, Self.listener)] {
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.u64 = token
      epoll_ctl(epoll, EPOLL_CTL_ADD, number, &event)
    }
  }

  deinit {
    for socket in sockets.values { socket.close(abruptly: false) }
    close(epoll)
    close(listener)
  }

  /// Runs the loop until the proxy is stopped.
  func run() {
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    while takeState() {
      watchListener()
      let count = epoll_wait(epoll, &events, CInt(events.count), timeout())
      now = .now
      for event in events.prefix(max(0, Int(count))) { handle(event.data.u64, event.events) }
      for id in delayed {
        if let link = links[id], (link.due ?? now) <= now { perform(link) }
      }
    }
  }

  /// Reads the shared state. Returns `false` if the proxy is stopped.
  private func takeState() -> Bool {
    let (isStopped, cutsAll) = control.state.withLock { state in
      faults = state.faults
      state.sockets = sockets.count
      defer { state.cutsAll = false }
      return (state.isStopped, state.cutsAll)
    }
    if cutsAll { for link in links.values { cut(link) } }
    return !isStopped
  }

  /// Stops watching the listener while no descriptor is available, and resumes afterwards.
  private func watchListener() {
    if let time = acceptsAgain, time <= .now { acceptsAgain = nil }
    guard isListening != (acceptsAgain == nil) else { return }
    isListening.toggle()
    var event = epoll_event()
    event.events = isListening ? EPOLLIN.rawValue : 0
    event.data.u64 = Self.listener
    epoll_ctl(epoll, EPOLL_CTL_MOD, listener, &event)
  }

  /// Returns the time until the next step, in milliseconds for `epoll_wait`; -1 if no step is scheduled.
  private func timeout() -> CInt {
    guard let due = (delayed.compactMap { links[$0]?.due } + [acceptsAgain].compactMap(\.self)).min() else { return -1 }
    return Deadline(at: due).milliseconds
  }

  private func handle(_ token: UInt64, _ events: UInt32) {
    switch token {
    case Self.bell:
      var value: eventfd_t = 0
      eventfd_read(control.bell, &value)
    case Self.listener:
      accept()
    default:
      guard let socket = sockets[token] else { return }
      if events & EPOLLOUT.rawValue != 0 {
        socket.flush(isWritable: true)
        relieve(socket)
      }
      if events & ~EPOLLOUT.rawValue != 0, let bytes = socket.read() { read(bytes, from: socket) }
      // The link was removed and this socket has sent its remaining bytes.
      if links[socket.link] == nil, socket.isOver { sockets[token] = nil }
    }
  }

  /// Resumes the opposite socket when this socket's backlog has fallen below a quarter of the limit.
  private func relieve(_ socket: ProxySocket) {
    guard socket.backlog < Self.largestBacklog / 4, let link = links[socket.link] else { return }
    (socket.side == .page ? link.server : link.page)?.pause(false)
  }

  private func accept() {
    let number = Glibc.accept(listener, nil, nil)
    guard number >= 0 else {
      // Accepting is paused, because epoll would report the pending connection continuously. No event announces a free
      // descriptor, so a timer resumes it.
      if errno == EMFILE || errno == ENFILE { acceptsAgain = now + .milliseconds(100) }
      return
    }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    lastPage += 1
    control.count(\.connections)
    var random = SplitMix64(seed: control.seed, stream: lastPage)
    if random.happens(faults.refused) {
      control.count(\.refused)
      close(number)
      return
    }
    guard let link = open(random) else {
      close(number)
      return
    }
    link.page = add(number, .page, link: link.id)
  }

  /// Opens a link with a new connection to the server. Returns `nil` if the connection cannot be started.
  func open(_ random: SplitMix64) -> ProxyLink? {
    guard let number = try? server.startConnecting() else { return nil }
    lastLink += 1
    let link = ProxyLink(
      id: lastLink, random: random, server: add(number, .server, link: lastLink, isConnecting: true))
    links[lastLink] = link
    return link
  }

  private func add(_ number: Int32, _ side: ProxySocket.Side, link: Int, isConnecting: Bool = false) -> ProxySocket {
    lastToken += 1
    let socket = ProxySocket(
      number: number, epoll: epoll, token: lastToken, side: side, link: link, isConnecting: isConnecting)
    sockets[lastToken] = socket
    return socket
  }
}
