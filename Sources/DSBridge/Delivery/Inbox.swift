/// What has arrived from one document: each number once, in order, and the answers of its awaited calls.
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
  private var answers: [Int: RecordedAnswer] = [:]

  mutating func take(_ number: Int) -> Verdict {
    if number <= taken { return .seen }
    guard number == taken + 1 else { return .gap }
    taken = number
    // The page was blocked until it had the answers before: it will not ask for them again.
    if !answers.isEmpty { answers = answers.filter { $0.value.answer == nil } }
    return .new
  }

  /// An awaited call starts. `waiter` is nil when the answer goes out on the socket.
  mutating func start(_ number: Int, waiter: RecordedAnswer.Waiter?) {
    answers[number] = RecordedAnswer(waiters: waiter.map { [$0] } ?? [], isBlocking: waiter != nil)
  }

  enum Duplicate {
    case answered([UInt8])
    /// It still runs; the waiter gets its answer with the others.
    case joined
    /// Long answered and forgotten: the page has moved on.
    case forgotten
  }

  /// A blocking call whose number has been seen before.
  mutating func join(_ number: Int, waiter: @escaping RecordedAnswer.Waiter) -> Duplicate {
    guard let record = answers[number] else { return .forgotten }
    if let answer = record.answer { return .answered(answer) }
    answers[number]?.waiters.append(waiter)
    answers[number]?.isBlocking = true
    return .joined
  }

  enum Answering {
    case bySocket
    /// To everyone who sent this call; the bytes are the line.
    case byCall([RecordedAnswer.Waiter], [UInt8])
    /// Answered before, or never asked.
    case late
  }

  /// Records the first answer of a call.
  mutating func answer(_ number: Int, with line: ServerLine) -> Answering {
    guard let record = answers[number], record.answer == nil else { return .late }
    record.timer?.cancel()
    guard record.isBlocking else {
      answers[number] = nil
      return .bySocket
    }
    let bytes = ServerLine.frame(of: [line])
    answers[number] = RecordedAnswer(waiters: [], isBlocking: true, answer: bytes)
    return .byCall(record.waiters, bytes)
  }

  /// What answers the call with an error when it takes too long; cancelled with its answer.
  mutating func setTimer(_ timer: Task<Void, Never>, for number: Int) {
    guard let record = answers[number], record.answer == nil else { return timer.cancel() }
    answers[number]?.timer = timer
  }

  /// Everyone who still waits, when the document is gone.
  mutating func abandon() -> [RecordedAnswer.Waiter] {
    defer { answers = [:] }
    return answers.values.flatMap { record in
      record.timer?.cancel()
      return record.waiters
    }
  }
}

/// The answer of one awaited call. A blocking call's is kept, because browsers send a POST again by themselves.
struct RecordedAnswer {
  /// Gets the answer's line, or nil when the document is gone.
  typealias Waiter = @Sendable ([UInt8]?) -> Void

  var waiters: [Waiter]
  /// Answered in the call's own response, not on the socket.
  var isBlocking: Bool
  var answer: [UInt8]?
  var timer: Task<Void, Never>?
}
