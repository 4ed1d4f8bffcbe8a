import CLinux
import Locks
import Platform

/// The thread of an ``UnreliableProxy``: accepts, reads, waits, writes. Everything in it is that thread's alone.
final class ProxyLoop {
  static let bell: UInt64 = 0
  static let listener: UInt64 = 1
  /// As much may wait in one direction; beyond it the sender has to.
  static let largestBacklog = 4 << 20
  /// After which what was held back, or is repeated, arrives at the latest.
  static let longestAbsence: Duration = .seconds(2)

  let control: ProxyControl
  let server: SocketAddress
  let epoll: Int32
  private let listener: Int32
  private var lastToken = ProxyLoop.listener
  private var lastLink = 0
  /// Counts the pages' connections, which give each its own random.
  private var lastPage: UInt64 = 0
  var sockets: [UInt64: ProxySocket] = [:]
  var links: [Int: ProxyLink] = [:]
  /// Those in which something is to happen later.
  var delayed: Set<Int> = []
  var faults = NetworkFaults.none
  var now = ContinuousClock.now
  /// When it tries to accept again, after there was no descriptor.
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

  /// Returns when the proxy is stopped.
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

  /// False when the proxy is stopped.
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

  /// Leaves those who wait alone while there is no descriptor for them.
  private func watchListener() {
    if let time = acceptsAgain, time <= .now { acceptsAgain = nil }
    guard isListening != (acceptsAgain == nil) else { return }
    isListening.toggle()
    var event = epoll_event()
    event.events = isListening ? EPOLLIN.rawValue : 0
    event.data.u64 = Self.listener
    epoll_ctl(epoll, EPOLL_CTL_MOD, listener, &event)
  }

  /// In milliseconds, as `epoll_wait` takes it.
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
      // Its link is gone, and it was to send the rest.
      if links[socket.link] == nil, socket.isOver { sockets[token] = nil }
    }
  }

  /// There may be room again for what goes to this socket.
  private func relieve(_ socket: ProxySocket) {
    guard socket.backlog < Self.largestBacklog / 4, let link = links[socket.link] else { return }
    (socket.side == .page ? link.server : link.page)?.pause(false)
  }

  private func accept() {
    let number = Glibc.accept(listener, nil, nil)
    guard number >= 0 else {
      // Whoever waits would be reported for ever; nothing tells when somebody closes a descriptor.
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

  /// A new connection to the server; nil when there is none to be had.
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
