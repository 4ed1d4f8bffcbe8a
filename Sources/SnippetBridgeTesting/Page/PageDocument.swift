/// What a page forgets when it shows another document: the state of the wire, and everything that scripts would hold.
struct PageDocument: Sendable {
  struct Message: Sendable {
    var number: Int
    var line: String
  }

  let id = Self.random()
  let key = Self.random()
  /// Messages the server has not acknowledged, oldest first.
  var unconfirmed: [Message] = []
  var nextNumber = 1
  /// The last message given to the current socket.
  var sent = 0
  /// The last server frame applied.
  var received = 0
  var isAcknowledgementDue = false
  /// The server knows this document in this session.
  var isGreeted = false
  var calls: [Int: Inlet<String>] = [:]
  var callbacks: [String: Inlet<String>] = [:]
  var nextCallback = 0
  /// What it has told of its history.
  var toldHistory: String?
  var functions: [String: PageFunction] = [:]

  /// Numbers a message and keeps it until the server has acknowledged it.
  mutating func add(_ line: (Int) -> String) -> Int {
    let number = nextNumber
    nextNumber += 1
    unconfirmed.append(Message(number: number, line: line(number)))
    return number
  }

  mutating func confirm(_ number: Int) {
    unconfirmed.removeFirst(unconfirmed.firstIndex { $0.number > number } ?? unconfirmed.count)
    sent = max(sent, number)
  }

  /// What the socket has not had yet; it counts as sent from now on. Looks at nothing else, however much is not
  /// acknowledged.
  mutating func takeUnsent() -> ArraySlice<Message> {
    let start = unconfirmed.lastIndex { $0.number <= sent }.map { $0 + 1 } ?? 0
    if let last = unconfirmed.last { sent = max(sent, last.number) }
    return unconfirmed[start...]
  }

  /// Ends everything that waits.
  func end(throwing error: any Error) {
    for inlet in calls.values { inlet.end(throwing: error) }
    for inlet in callbacks.values { inlet.end(throwing: error) }
  }

  private static func random() -> String {
    let digits = Array("0123456789abcdef")
    return String((0..<32).map { _ in digits[Int.random(in: 0..<16)] })
  }
}
