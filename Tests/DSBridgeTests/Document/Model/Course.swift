import SnippetBridgeTesting
@testable import DSBridge

/// A random sequence of steps of a simulated page and a simulated server (with an ``Inbox`` and an ``Outbox``), over an
/// unreliable network.
///
/// The network cuts sockets, and loses, repeats and delays requests. After each step, the state of the inbox and the
/// outbox is compared with the protocol.
struct Course {
  /// A behaviour of the inbox or the outbox that differs from the protocol.
  struct Fault: Error {
    let what: String
  }

  enum Step: Int, CaseIterable {
    case speak, speakMore, connect, cut, deliverUp, deliverMoreUp, deliverDown, deliverMoreDown, request, arrive, lose
    case answer, answerMore, announce, acknowledge, confuse, call, callMore, giveUpCall
  }

  var random: SplitMix64
  var page = ModelPage()
  var server: ModelServer
  var sockets: [ModelSocket] = []
  var requests: [ModelRequest] = []
  /// The steps so far, for failure messages.
  private(set) var trace: [Step] = []

  init(seed: Int) {
    random = SplitMix64(seed: UInt64(truncatingIfNeeded: seed))
    // The random window lets the server send one evaluation at a time, several, or all at once.
    server = ModelServer(window: 1 << random.below(12))
  }

  mutating func run(steps: Int) throws(Fault) {
    if random.oneIn(2) {
      connect()
      try deliverUp(0, upTo: 1)
      try deliverDown(0, upTo: 1)
    }
    for _ in 0..<steps {
      let step = Step(rawValue: random.below(Step.allCases.count)) ?? .speak
      trace.append(step)
      try take(step)
      flush()
      try release()
      try server.check()
    }
    if random.oneIn(8) { return try server.abandon() }
    try calmDown()
  }

  private mutating func take(_ step: Step) throws(Fault) {
    switch step {
    case .speak, .speakMore: speak()
    case .connect: connect()
    case .cut: cut()
    case .deliverUp, .deliverMoreUp:
      if let socket = someSocket() { try deliverUp(socket, upTo: 1 + random.below(4)) }
    case .deliverDown, .deliverMoreDown:
      if let socket = someSocket() { try deliverDown(socket, upTo: 1 + random.below(4)) }
    case .request: request()
    case .arrive: try arrive()
    case .lose: lose()
    case .answer, .answerMore: try answer()
    case .announce: send([.event(name: "intercept", "true")])
    case .call, .callMore: try server.call(key: someKey())
    case .giveUpCall: server.giveUpCall(&random)
    case .acknowledge: tell(.acknowledgement(server.inbox.taken))
    case .confuse: try server.confuse(&random)
    }
  }

  // MARK: The page

  private mutating func speak() {
    guard page.blockedBy == nil else { return }
    switch random.below(5) {
    case 0: page.made.append(.event)
    case 1, 2: page.made.append(.ask)
    case 3:
      page.made.append(.call)
      page.blockedBy = page.made.count
      page.attempts = 0
    default:
      if !page.made.isEmpty { page.made.append(.cancel(1 + random.below(page.made.count))) }
    }
  }

  /// Opens a socket for the page. The page uses only the newest one, even if the server still reads an older one.
  private mutating func connect() {
    sockets.append(ModelSocket(up: [.hello(received: page.received)]))
    page.socket = sockets.count - 1
  }

  private mutating func flush() {
    guard page.blockedBy == nil, let socket = page.socket, sockets[socket].isWelcomed else { return }
    let first = max(page.sent, page.confirmed) + 1
    guard first <= page.made.count else { return }
    for number in first...page.made.count { sockets[socket].up.append(.message(number, page.made[number - 1])) }
    page.sent = page.made.count
  }

  /// Sends the blocking call's request, or repeats it once.
  private mutating func request() {
    guard let number = page.blockedBy, page.attempts < 2, requests.allSatisfy(\.isLate) else { return }
    page.attempts += 1
    requests.append(
      ModelRequest(
        acknowledgement: page.received, first: page.confirmed + 1,
        messages: Array(page.made[page.confirmed..<number])))
  }

  /// Makes a request fail in the page. The server may receive the request later or never.
  private mutating func lose() {
    guard let index = requests.firstIndex(where: { !$0.isLate }), let number = page.blockedBy else { return }
    requests[index].isLate = true
    if random.oneIn(2) { requests.remove(at: index) }
    guard page.attempts == 2 else { return }
    page.made[number - 1] = .filler
    page.blockedBy = nil
  }

  // MARK: The network

  private mutating func someSocket() -> Int? {
    guard !sockets.isEmpty else { return nil }
    return sockets.count - 1 - random.below(min(2, sockets.count))
  }

  /// Cuts a socket, and drops a random number of the last messages in transit, in each direction.
  private mutating func cut() {
    guard let socket = someSocket() else { return }
    sockets[socket].up.removeLast(random.below(sockets[socket].up.count + 1))
    sockets[socket].down.removeLast(random.below(sockets[socket].down.count + 1))
    if page.socket == socket { page.socket = nil }
    if server.current == socket, random.oneIn(2) { server.current = nil }
  }

  private mutating func deliverUp(_ socket: Int, upTo count: Int) throws(Fault) {
    for item in sockets[socket].up.prefix(count) {
      switch item {
      case .hello(let received):
        guard let messages = try server.attach(socket, received: received) else { continue }
        sockets[socket].down.append(.welcome(confirmed: server.inbox.taken))
        for message in messages { sockets[socket].down.append(.message(message)) }
      case .acknowledgement(let number): try server.acknowledge(number)
      case .message(let number, let message):
        try server.take(number, message)
        // Deliver some messages twice.
        if random.oneIn(8) { try server.take(number, message) }
      }
    }
    sockets[socket].up.removeFirst(min(count, sockets[socket].up.count))
  }

  private mutating func deliverDown(_ socket: Int, upTo count: Int) throws(Fault) {
    guard page.socket == socket, page.blockedBy == nil else { return }
    for item in sockets[socket].down.prefix(count) {
      switch item {
      case .welcome(let confirmed):
        page.confirm(confirmed)
        page.sent = confirmed
        sockets[socket].isWelcomed = true
      case .acknowledgement(let number): page.confirm(number)
      case .message(let message):
        try apply(message)
        if random.oneIn(2) { sockets[socket].up.append(.acknowledgement(page.received)) }
      }
    }
    sockets[socket].down.removeFirst(min(count, sockets[socket].down.count))
  }

  private mutating func apply(_ message: [UInt8]) throws(Fault) {
    if page.received < server.messages.count, server.messages[page.received] == message {
      page.received += 1
    } else if !server.messages[..<page.received].contains(message) {
      throw Fault(what: "after message \(page.received) came \(String(decoding: message, as: UTF8.self))")
    }
  }

  /// Delivers a request to the server. Sometimes a copy stays in transit, as if the browser sent the request twice.
  private mutating func arrive() throws(Fault) {
    guard !requests.isEmpty else { return }
    let index = random.below(requests.count)
    let request = requests[index]
    let number = request.first + request.messages.count - 1
    let answer = try server.take(request)
    if let answer, !request.isLate { try hear(answer, of: number) }
    if random.oneIn(4) { return }
    if request.isLate || answer != nil { requests.remove(at: index) }
  }

  /// Delivers the answer to the page's blocking call.
  private mutating func hear(_ answer: [UInt8], of number: Int) throws(Fault) {
    guard page.blockedBy == number else { return }
    guard answer == server.firstAnswers[number] else { throw Fault(what: "call \(number) has another answer") }
    page.confirm(number)
    page.blockedBy = nil
    for index in requests.indices { requests[index].isLate = true }
  }

  // MARK: The server

  private mutating func answer() throws(Fault) {
    guard !server.open.isEmpty else { return }
    let call = server.open[random.below(server.open.count)]
    if !call.isBlocking, random.oneIn(2) {
      try server.evaluate(try server.value(of: call.number), key: random.oneIn(2) ? .answer(call.number) : nil)
    } else if try !end(call.number), let answer = server.firstAnswers[call.number], page.blockedBy == call.number,
      random.oneIn(2)
    {
      // Deliver the answer to the page. In all other cases, the answer is lost in transit.
      try hear(answer, of: call.number)
    }
  }

  /// Ends a call with its last line. Returns `false` if the call is a blocking one, whose answer is not sent on the
  /// socket.
  private mutating func end(_ number: Int) throws(Fault) -> Bool {
    guard let (line, hasValues) = try server.end(number) else { return false }
    if hasValues { try server.evaluate(line) } else { send([line]) }
    return true
  }

  private mutating func someKey() -> Evaluation.Key? {
    random.oneIn(2) ? .named("\(random.below(3))") : nil
  }

  private mutating func send(_ lines: [ServerLine]) {
    tell(.message(server.send(lines)))
  }

  /// Sends waiting evaluations, unless no socket is connected or the page has acknowledged too little.
  private mutating func release() throws(Fault) {
    guard server.current != nil, let message = try server.release() else { return }
    tell(.message(message))
  }

  private mutating func tell(_ item: ModelSocket.Down) {
    if let socket = server.current { sockets[socket].down.append(item) }
  }

  // MARK: The end of a course

  /// Delivers all data without faults. Then both sides must have processed and acknowledged everything.
  private mutating func calmDown() throws(Fault) {
    if let number = page.blockedBy {
      page.made[number - 1] = .filler
      page.blockedBy = nil
    }
    connect()
    for _ in 0..<2 {
      guard let socket = page.socket else { break }
      try deliverUp(socket, upTo: .max)
      try deliverDown(socket, upTo: .max)
      flush()
      try deliverUp(socket, upTo: .max)
      while let call = server.open.first { _ = try end(call.number) }
      tell(.acknowledgement(server.inbox.taken))
      // Repeat until no evaluation waits, with an acknowledgement after each delivery.
      repeat {
        try release()
        try deliverDown(socket, upTo: .max)
        sockets[socket].up.append(.acknowledgement(page.received))
        try deliverUp(socket, upTo: .max)
      } while !server.outbox.waiting.isEmpty
    }
    try server.check()
    let isAgreed = server.inbox.taken == page.made.count && page.confirmed == page.made.count
    guard isAgreed else {
      throw Fault(what: "\(page.made.count) messages, \(server.inbox.taken) taken, \(page.confirmed) confirmed")
    }
    guard page.received == server.messages.count else {
      throw Fault(what: "\(page.received) of \(server.messages.count) messages")
    }
    guard server.outbox.bytes == 0, server.open.isEmpty else { throw Fault(what: "something is kept") }
  }
}
