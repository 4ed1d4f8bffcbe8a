import SnippetBridgeTesting
@testable import DSBridge

/// The inbox, the outbox and the calls of a web view, with the values that the protocol requires.
struct ModelServer {
  typealias Fault = Course.Fault

  struct Call {
    let number: Int
    let isBlocking: Bool
    var hasValues = false
    var waiters = 0
  }

  var inbox = Inbox()
  private var calls = IncomingCalls()
  var outbox: Outbox
  private var backlog = ModelBacklog()
  /// The index of the socket for outgoing messages.
  var current: Int?
  /// All wire messages sent so far, in order.
  private(set) var messages: [[UInt8]] = []
  /// The calls without an answer, oldest first.
  private(set) var open: [Call] = []
  private(set) var firstAnswers: [Int: [UInt8]] = [:]

  private var taken = 0
  private var acknowledged = 0
  private var keptBytes = 0
  /// The number of the call whose answer is kept.
  private var recorded: Int?
  /// A wire message whose first line has a wrong number, if any.
  private var misnumbered: [UInt8]?
  private var lastAnswered = 0
  private var values = 0

  init(window: Int) {
    outbox = Outbox(sendWindow: window)
    _ = calls.show(DocumentID(String(repeating: "a", count: 32)))
  }

  func check() throws(Fault) {
    if let misnumbered {
      throw Fault(what: "a message is not number \(messages.count): \(String(decoding: misnumbered, as: UTF8.self))")
    }
    guard inbox.taken == taken else { throw Fault(what: "taken up to \(inbox.taken), not \(taken)") }
    guard outbox.bytes == keptBytes else { throw Fault(what: "\(outbox.bytes) bytes are kept, not \(keptBytes)") }
    guard outbox.waiting.bytes == backlog.bytes, outbox.waiting.isEmpty == (backlog.bytes == 0) else {
      throw Fault(what: "\(outbox.waiting.bytes) bytes wait, not \(backlog.bytes)")
    }
    guard calls.running == open.count else {
      throw Fault(what: "\(calls.running) calls run, not \(open.count)")
    }
    guard calls.isBlocking == open.contains(where: \.isBlocking) else {
      throw Fault(what: "isBlocking \(calls.isBlocking)")
    }
  }

  // MARK: Incoming messages

  mutating func take(_ number: Int, _ message: ModelPage.Message) throws(Fault) {
    guard try isNew(number) else { return }
    switch message {
    case .ask:
      _ = calls.begin(calls.id(number), "f", as: .either)
      open.append(Call(number: number, isBlocking: false))
    case .cancel(let asked):
      let index = open.firstIndex { $0.number == asked && !$0.isBlocking }
      guard isOpenAsk(asked) == (index != nil) else { throw Fault(what: "ask \(asked) is open, or is not") }
      _ = calls.cancel(asked)
      guard !isOpenAsk(asked) else { throw Fault(what: "ask \(asked) was not cancelled") }
      if let index { open.remove(at: index) }
    case .event, .filler, .call: break
    }
  }

  private func isOpenAsk(_ number: Int) -> Bool {
    guard let call = calls[calls.id(number)], call.form == .either else { return false }
    return call.answer == .awaited || call.answer == .hasValues
  }

  private mutating func isNew(_ number: Int) throws(Fault) -> Bool {
    let wanted: Inbox.Verdict = number <= taken ? .seen : number == taken + 1 ? .new : .gap
    let verdict = inbox.take(number)
    guard verdict == wanted, verdict != .gap else {
      throw Fault(what: "message \(number) after \(taken) is \(verdict)")
    }
    guard verdict == .new else { return false }
    taken = number
    recorded = nil
    calls.goOn()
    return true
  }

  /// Processes the request of a blocking call. Returns the answer if the call was answered before. Otherwise returns
  /// `nil`, and the request waits for the answer.
  mutating func take(_ request: ModelRequest) throws(Fault) -> [UInt8]? {
    let number = request.first + request.messages.count - 1
    guard let call = try arrive(number) else { return number == recorded ? firstAnswers[number] : nil }
    try acknowledge(request.acknowledgement)
    for (offset, message) in request.messages.dropLast().enumerated() { try take(request.first + offset, message) }
    guard try isNew(number) else {
      // The call was answered before.
      guard calls.drop(call).count == 1 else { throw Fault(what: "nobody waited for call \(number)") }
      return nil
    }
    _ = calls.begin(blocking: call)
    open.append(Call(number: number, isBlocking: true, waiters: 1))
    return nil
  }

  /// Registers a request of a blocking call, and returns the call's id. If the call was registered before, checks that
  /// this copy of the request is handled correctly, and returns `nil`.
  private mutating func arrive(_ number: Int) throws(Fault) -> CallID? {
    guard let document = calls.document?.id else { throw Fault(what: "no document is shown") }
    let index = open.firstIndex { $0.number == number && $0.isBlocking }
    switch calls.arrive(number, "f", of: document, deadline: .zero, webView: "", waiter: { _ in }) {
    case .new(let call) where index == nil && recorded != number: return call
    case .over(.answered(let bytes)) where recorded == number && bytes == firstAnswers[number]: return nil
    case .joined(let replaced) where index != nil:
      let isFull = open[index ?? 0].waiters == IncomingCall.mostWaiters
      guard isFull == (replaced != nil) else { throw Fault(what: "call \(number) has too many waiters, or too few") }
      if !isFull { open[index ?? 0].waiters += 1 }
      return nil
    case .over(.malformed) where recorded != number: return nil
    case let other: throw Fault(what: "call \(number) came again: \(other)")
    }
  }

  mutating func acknowledge(_ number: Int) throws(Fault) {
    guard outbox.acknowledge(number) else { throw Fault(what: "message \(number) cannot be acknowledged") }
    forget(number)
  }

  private mutating func forget(_ number: Int) {
    while acknowledged < number {
      keptBytes -= messages[acknowledged].count
      acknowledged += 1
    }
  }

  /// Connects a socket whose page has processed the messages up to `received`. Returns the later messages, or `nil` if
  /// the page requests messages that it has already acknowledged.
  mutating func attach(_ socket: Int, received: Int) throws(Fault) -> [[UInt8]]? {
    let missing = outbox.resume(after: received)
    if received < acknowledged {
      guard missing == nil else { throw Fault(what: "messages after \(received) are forgotten and sent") }
      return nil
    }
    guard let missing, missing[...] == messages[received...] else {
      throw Fault(what: "the messages after \(received) are others")
    }
    forget(received)
    if current ?? -1 < socket { current = socket }
    return missing
  }

  // MARK: Outgoing messages

  mutating func send(_ lines: [ServerLine]) -> [UInt8] {
    let message = outbox.add(MessageBody(lines))
    messages.append(message)
    keptBytes += message.count
    if !message.starts(with: "message \(messages.count)\n".utf8) { misnumbered = message }
    return message
  }

  /// Queues an evaluation, which may be sent when the send window has room.
  mutating func evaluate(_ line: ServerLine, key: Evaluation.Key? = nil) throws(Fault) {
    try backlog.add(line, key: key, to: &outbox)
  }

  mutating func call(key: Evaluation.Key?) throws(Fault) {
    values += 1
    try evaluate(.invoke(id: values, method: "f", "[]"), key: key)
  }

  /// Cancels a random call to a page function. The call may have been sent already.
  mutating func giveUpCall(_ random: inout SplitMix64) {
    let calls = backlog.calls
    let call = calls.isEmpty || random.oneIn(4) ? random.below(values + 1) : calls[random.below(calls.count)]
    backlog.cancel(call: call, from: &outbox)
  }

  /// Returns a wire message with the evaluations that may be sent, or `nil` if there are none.
  mutating func release() throws(Fault) -> [UInt8]? {
    let lines = try backlog.take(from: &outbox)
    return lines.isEmpty ? nil : send(lines)
  }

  /// Adds an intermediate value to an `ask` call, and returns its line.
  mutating func value(of number: Int) throws(Fault) -> ServerLine {
    guard calls.addValue(calls.id(number)), let index = open.firstIndex(where: { $0.number == number }) else {
      throw Fault(what: "ask \(number) takes no value")
    }
    open[index].hasValues = true
    return .next(number: number, nextValue())
  }

  /// Answers a call. For a blocking call, returns `nil`. For an `ask` call, returns the line to send, and whether
  /// values were sent before it.
  mutating func end(_ number: Int) throws(Fault) -> (line: ServerLine, hasValues: Bool)? {
    guard let index = open.firstIndex(where: { $0.number == number }) else { return nil }
    let call = open.remove(at: index)
    let line = ServerLine.reply(number: number, nextValue())
    let bytes = ServerLine.message(of: [line])
    switch calls.answer(calls.id(number), with: bytes) {
    case .bySocket(let hasValues) where !call.isBlocking && hasValues == call.hasValues:
      calls.settle(number)
      return (line, hasValues)
    case .byCall(let waiters) where call.isBlocking && waiters.count == call.waiters:
      guard firstAnswers[number] == nil else { throw Fault(what: "call \(number) is answered twice") }
      firstAnswers[number] = bytes
      lastAnswered = number
      if number == taken { recorded = number }
      return nil
    case let other: throw Fault(what: "call \(number) was answered: \(other)")
    }
  }

  private mutating func nextValue() -> JSON {
    values += 1
    return JSON("\(values)")
  }

  /// Performs an invalid operation, such as a skipped line number or an answer to a closed call. The inbox, the outbox
  /// and the calls must refuse it and stay unchanged.
  mutating func confuse(_ random: inout SplitMix64) throws(Fault) {
    let number = random.below(taken + 3)
    switch random.below(7) {
    case 0:
      guard inbox.take(taken + 2 + random.below(3)) == .gap else { throw Fault(what: "a skipped number was taken") }
    case 1:
      guard !outbox.acknowledge(messages.count + 1 + random.below(3)) else {
        throw Fault(what: "acknowledged before sent")
      }
    case 2:
      let claim =
        random.oneIn(2) && acknowledged > 0 ? random.below(acknowledged) : messages.count + 1 + random.below(3)
      guard outbox.resume(after: claim) == nil else {
        throw Fault(what: "claimed before sent")
      }
    case 3:
      // Register a blocking call with the number of an earlier line.
      let number = random.oneIn(2) ? number : lastAnswered
      if number <= taken, let call = try arrive(number) {
        _ = calls.drop(call)
      }
    case 4:
      guard !open.contains(where: { $0.number == number }) else { return }
      guard case .late = calls.answer(calls.id(number), with: Array("late".utf8)) else {
        throw Fault(what: "message \(number) was answered late")
      }
    default:
      let isOpenAsk = open.contains { $0.number == number && !$0.isBlocking }
      guard isOpenAsk || (!calls.addValue(calls.id(number)) && calls.cancel(number) == nil) else {
        throw Fault(what: "message \(number) is no open ask")
      }
    }
  }

  /// Ends the document. Each waiting request must be informed exactly once.
  mutating func abandon() throws(Fault) {
    let wanted = open.reduce(0) { $0 + $1.waiters }
    guard calls.show(nil).waiters.count == wanted, calls.show(nil).waiters.isEmpty, calls.running == 0 else {
      throw Fault(what: "not everyone was told")
    }
  }
}
