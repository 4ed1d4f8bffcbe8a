@testable import DSBridge

/// The two values as a web view uses them, and beside them what the protocol says that they should hold.
struct ModelServer {
  typealias Fault = Course.Fault

  struct Call {
    let number: Int
    let isBlocking: Bool
    var hasValues = false
    var waiters = 0
  }

  var inbox = Inbox()
  var outbox: Outbox
  private var backlog = ModelBacklog()
  /// The socket that frames leave on.
  var current: Int?
  /// Every frame ever sent, in order.
  private(set) var frames: [[UInt8]] = []
  /// Calls without an answer, the oldest first.
  private(set) var open: [Call] = []
  private(set) var firstAnswers: [Int: [UInt8]] = [:]

  private var taken = 0
  private var acknowledged = 0
  private var keptBytes = 0
  /// The call whose answer is kept.
  private var recorded: Int?
  /// A frame whose first line is not its number.
  private var misnumbered: [UInt8]?
  private var lastAnswered = 0
  private var values = 0

  init(window: Int) {
    outbox = Outbox(maximumSentAheadSize: window)
  }

  func check() throws(Fault) {
    if let misnumbered {
      throw Fault(what: "a frame is not number \(frames.count): \(String(decoding: misnumbered, as: UTF8.self))")
    }
    guard inbox.taken == taken else { throw Fault(what: "taken up to \(inbox.taken), not \(taken)") }
    guard outbox.bytes == keptBytes else { throw Fault(what: "\(outbox.bytes) bytes are kept, not \(keptBytes)") }
    guard outbox.waiting.bytes == backlog.bytes, outbox.waiting.isEmpty == (backlog.bytes == 0) else {
      throw Fault(what: "\(outbox.waiting.bytes) bytes wait, not \(backlog.bytes)")
    }
    guard inbox.openCalls == open.count else {
      throw Fault(what: "\(inbox.openCalls) calls are open, not \(open.count)")
    }
    guard inbox.isBlocking == open.contains(where: \.isBlocking) else {
      throw Fault(what: "isBlocking \(inbox.isBlocking)")
    }
  }

  // MARK: What arrives

  mutating func take(_ number: Int, _ message: ModelPage.Message) throws(Fault) {
    guard try isNew(number) else { return }
    switch message {
    case .ask:
      inbox.start(number, waiter: nil)
      open.append(Call(number: number, isBlocking: false))
    case .cancel(let asked):
      let index = open.firstIndex { $0.number == asked && !$0.isBlocking }
      guard inbox.cancel(asked) == (index != nil) else { throw Fault(what: "ask \(asked) was cancelled, or was not") }
      if let index { open.remove(at: index) }
    case .event, .filler, .call: break
    }
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
    return true
  }

  /// The answer, if there is one at once; else the call waits.
  mutating func take(_ request: ModelRequest) throws(Fault) -> [UInt8]? {
    try acknowledge(request.acknowledgement)
    for (offset, message) in request.messages.dropLast().enumerated() { try take(request.first + offset, message) }
    let number = request.first + request.messages.count - 1
    if try isNew(number) {
      inbox.start(number, waiter: { _ in })
      open.append(Call(number: number, isBlocking: true, waiters: 1))
      return nil
    }
    return try join(number)
  }

  private mutating func join(_ number: Int) throws(Fault) -> [UInt8]? {
    let index = open.firstIndex { $0.number == number && $0.isBlocking }
    switch inbox.join(number, waiter: { _ in }) {
    case .answered(let bytes) where recorded == number && bytes == firstAnswers[number]: return bytes
    case .joined where index != nil: open[index ?? 0].waiters += 1
    case .forgotten where recorded != number && index == nil: break
    case let other: throw Fault(what: "call \(number) came again: \(other)")
    }
    return nil
  }

  mutating func acknowledge(_ number: Int) throws(Fault) {
    guard outbox.acknowledge(number) else { throw Fault(what: "frame \(number) cannot be acknowledged") }
    forget(number)
  }

  private mutating func forget(_ number: Int) {
    while acknowledged < number {
      keptBytes -= frames[acknowledged].count
      acknowledged += 1
    }
  }

  /// The frames that a page with a new socket misses; nil to one that others have overtaken.
  mutating func attach(_ socket: Int, received: Int) throws(Fault) -> [[UInt8]]? {
    let missing = outbox.resume(after: received)
    if received < acknowledged {
      guard missing == nil else { throw Fault(what: "frames after \(received) are forgotten and sent") }
      return nil
    }
    guard let missing, missing[...] == frames[received...] else {
      throw Fault(what: "the frames after \(received) are others")
    }
    forget(received)
    if current ?? -1 < socket { current = socket }
    return missing
  }

  // MARK: What leaves

  mutating func send(_ lines: [ServerLine]) -> [UInt8] {
    let frame = outbox.add(FrameBody(lines))
    frames.append(frame)
    keptBytes += frame.count
    if !frame.starts(with: "frame \(frames.count)\n".utf8) { misnumbered = frame }
    return frame
  }

  /// As in a batch that is due.
  mutating func evaluate(_ line: ServerLine, key: Evaluation.Key? = nil) throws(Fault) {
    try backlog.add(line, key: key, to: &outbox)
  }

  mutating func call(key: Evaluation.Key?) throws(Fault) {
    values += 1
    try evaluate(.invoke(id: values, method: "f", "[]"), key: key)
  }

  /// A call that has not left, or one that has.
  mutating func giveUpCall(_ dice: inout Dice) {
    let calls = backlog.calls
    let call = calls.isEmpty || dice.oneIn(4) ? dice.below(values + 1) : calls[dice.below(calls.count)]
    backlog.takeBack(call: call, from: &outbox)
  }

  /// The frame in which leaves what may, if anything may.
  mutating func release() throws(Fault) -> [UInt8]? {
    let lines = try backlog.take(from: &outbox)
    return lines.isEmpty ? nil : send(lines)
  }

  /// An `ask` gets a value that is not its last.
  mutating func value(of number: Int) throws(Fault) -> ServerLine {
    guard inbox.addValue(to: number), let index = open.firstIndex(where: { $0.number == number }) else {
      throw Fault(what: "ask \(number) takes no value")
    }
    open[index].hasValues = true
    return .next(number: number, nextValue())
  }

  /// A call is answered; the line if it goes by the socket, and whether it must not overtake values.
  mutating func end(_ number: Int) throws(Fault) -> (line: ServerLine, hasValues: Bool)? {
    guard let index = open.firstIndex(where: { $0.number == number }) else { return nil }
    let call = open.remove(at: index)
    let line = ServerLine.reply(number: number, nextValue())
    switch inbox.answer(number, with: line) {
    case .bySocket(let hasValues) where !call.isBlocking && hasValues == call.hasValues: return (line, hasValues)
    case .byCall(let waiters, let bytes) where call.isBlocking && waiters.count == call.waiters:
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

  /// What no page of ours says, and answers to what is not open: refused, and nothing is changed.
  mutating func confuse(_ dice: inout Dice) throws(Fault) {
    let number = dice.below(taken + 3)
    switch dice.below(7) {
    case 0: guard inbox.take(taken + 2 + dice.below(3)) == .gap else { throw Fault(what: "a skipped number was taken") }
    case 1:
      guard !outbox.acknowledge(frames.count + 1 + dice.below(3)) else { throw Fault(what: "acknowledged before sent") }
    case 2:
      let claim = dice.oneIn(2) && acknowledged > 0 ? dice.below(acknowledged) : frames.count + 1 + dice.below(3)
      guard outbox.resume(after: claim) == nil else {
        throw Fault(what: "claimed before sent")
      }
    case 3:
      // A number that was used before, for a call.
      _ = try join(dice.oneIn(2) ? number : lastAnswered)
    case 4:
      guard !open.contains(where: { $0.number == number }) else { return }
      guard case .late = inbox.answer(number, with: .reply(number: number, "\"late\"")) else {
        throw Fault(what: "message \(number) was answered late")
      }
    default:
      let isOpenAsk = open.contains { $0.number == number && !$0.isBlocking }
      guard isOpenAsk || (!inbox.addValue(to: number) && !inbox.cancel(number)) else {
        throw Fault(what: "message \(number) is no open ask")
      }
    }
  }

  /// The document is gone: everyone who waits is told, once.
  mutating func abandon() throws(Fault) {
    let wanted = open.reduce(0) { $0 + $1.waiters }
    guard inbox.abandon().count == wanted, inbox.abandon().isEmpty, inbox.openCalls == 0 else {
      throw Fault(what: "not everyone was told")
    }
  }
}
