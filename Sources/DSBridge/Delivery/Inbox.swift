/// What has arrived from one document: each number once, in order, and its awaited calls.
/// A pure value; docs/protocol.md, sections 3 and 4, are its rules.
struct Inbox {
  enum Verdict: Equatable {
    case new
    /// Seen before: dropped.
    case seen
    /// Numbers before it are missing: the peer broke the protocol.
    case gap
  }

  /// Everything up to this number has been taken.
  private(set) var taken = 0
  /// Awaited calls that have no answer yet.
  private var open: [Int: OpenCall] = [:]
  /// The answer of the newest blocking call, kept because browsers send a POST again by themselves.
  private var recorded: (number: Int, answer: [UInt8])?

  /// How many awaited calls have no answer yet.
  var openCalls: Int { open.count }

  /// Whether the page stands still until it has an answer.
  var isBlocking: Bool { open.values.contains(where: \.isBlocking) }

  mutating func take(_ number: Int) -> Verdict {
    if number <= taken { return .seen }
    guard number == taken + 1 else { return .gap }
    take(through: number)
    return .new
  }

  /// Takes all up to that number, the next ones.
  mutating func take(through number: Int) {
    taken = number
    // The page was blocked until it had the answer: it will not ask for it again.
    recorded = nil
  }

  /// An awaited call starts. `waiter` is nil for an `ask`: its answer goes out on the socket.
  mutating func start(_ number: Int, waiter: OpenCall.Waiter?) {
    open[number] = OpenCall(waiters: waiter.map { [$0] } ?? [], isBlocking: waiter != nil)
  }

  enum Duplicate {
    case answered([UInt8])
    /// It still runs; the waiter gets its answer with the others.
    case joined
    /// Long answered and forgotten: the page has moved on.
    case forgotten
  }

  /// A blocking call whose number has been seen before.
  mutating func join(_ number: Int, waiter: @escaping OpenCall.Waiter) -> Duplicate {
    if let recorded, recorded.number == number { return .answered(recorded.answer) }
    guard open[number]?.isBlocking == true else { return .forgotten }
    open[number]?.waiters.append(waiter)
    return .joined
  }

  enum Answering {
    /// `hasValues` when it must come after the values that it had.
    case bySocket(hasValues: Bool)
    /// To everyone who sent this call; the bytes are the line.
    case byCall([OpenCall.Waiter], [UInt8])
    /// Answered before, or never asked.
    case late
  }

  /// Takes the first answer of a call.
  mutating func answer(_ number: Int, with line: ServerLine) -> Answering {
    guard let call = open.removeValue(forKey: number) else { return .late }
    guard call.isBlocking else { return .bySocket(hasValues: call.hasValues) }
    let bytes = ServerLine.frame(of: [line])
    if number == taken { recorded = (number, bytes) }
    return .byCall(call.waiters, bytes)
  }

  /// An `ask` gets a value that is not its last. False when nobody waits for it any more.
  mutating func addValue(to number: Int) -> Bool {
    guard open[number]?.isBlocking == false else { return false }
    open[number]?.hasValues = true
    return true
  }

  /// The page does not wait for this `ask` any more. False when it had ended.
  mutating func cancel(_ number: Int) -> Bool {
    guard open[number]?.isBlocking == false else { return false }
    open[number] = nil
    return true
  }

  /// Everyone who still waits, when the document is gone.
  mutating func abandon() -> [OpenCall.Waiter] {
    defer { open = [:] }
    return open.values.flatMap(\.waiters)
  }
}

/// An awaited call without an answer.
struct OpenCall {
  /// Gets the answer's line, or nil when the document is gone.
  typealias Waiter = @Sendable ([UInt8]?) -> Void

  var waiters: [Waiter]
  /// Answered in the call's own response, not on the socket.
  let isBlocking: Bool
  /// It has had a value that was not the last.
  var hasValues = false
}
