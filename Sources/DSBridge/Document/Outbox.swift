import DequeModule

/// The output for one document: wire messages that were sent but not acknowledged, and evaluations that wait until the
/// page has acknowledged enough of these messages. A value type without side effects.
struct Outbox {
  private var messages: Deque<[UInt8]> = []
  /// The number of the oldest kept wire message, or of the next one if none is kept.
  private var first = 1
  /// The size of the kept wire messages, in bytes.
  private(set) var bytes = 0
  /// The evaluations that have not been sent.
  var waiting = Backlog()
  /// The size of unacknowledged wire messages, in bytes, at which further evaluations start to wait.
  let sendWindow: Int

  init(sendWindow: Int) {
    self.sendWindow = max(1, sendWindow)
  }

  /// Whether an evaluation can be sent immediately: no evaluations wait, and the size of the unacknowledged messages is
  /// below ``sendWindow``.
  var isFree: Bool { waiting.isEmpty && bytes < sendWindow }

  /// Removes and returns the waiting evaluations that may be sent now, in order. Returns an empty array while the
  /// unacknowledged messages fill ``sendWindow``. If `all` is true, ignores that limit, for example at shutdown.
  mutating func takeWaiting(all: Bool = false) -> [Evaluation] {
    var evaluations: [Evaluation] = []
    var room = all ? Int.max : sendWindow - bytes
    while room > 0, let evaluation = waiting.popFirst() {
      room -= evaluation.line.weight
      evaluations.append(evaluation)
    }
    return evaluations
  }

  /// Returns the body as the next numbered wire message, which is kept until the page acknowledges it.
  mutating func add(_ body: MessageBody) -> [UInt8] {
    keep(body.numbered(first + messages.count))
  }

  /// Returns one line as the next numbered wire message, which is kept until the page acknowledges it.
  mutating func add(_ line: ServerLine) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(line.weight + 24)
    ServerLine.message(first + messages.count).write(to: &message)
    message.append(UInt8(ascii: "\n"))
    line.write(to: &message)
    return keep(message)
  }

  private mutating func keep(_ message: [UInt8]) -> [UInt8] {
    messages.append(message)
    bytes += message.count
    return message
  }

  /// Discards the wire messages up to `number`, which the page has processed. Returns false if `number` was never sent.
  mutating func acknowledge(_ number: Int) -> Bool {
    guard number < first + messages.count else { return false }
    while first <= number, let message = messages.popFirst() {
      bytes -= message.count
      first += 1
    }
    return true
  }

  /// Returns the wire messages that the page lacks after it has reconnected. `number` is the number of the last wire
  /// message that the page has processed. Messages up to this number are discarded. Returns nil if `number` was never
  /// sent, or if a message that the page lacks was discarded before.
  mutating func resume(after number: Int) -> [[UInt8]]? {
    guard number >= first - 1, acknowledge(number) else { return nil }
    return Array(messages)
  }
}
