import Foundation

/// The state of one document: the protocol state, and the objects that the document's scripts would hold. The page
/// discards this state when it shows another document. A *numbered line* is sent to the server. Until the server
/// acknowledges the line, the page sends it again on each new socket.
struct PageDocument: Sendable {
  let id = Self.random()
  let key = Self.random()
  /// The numbered lines that the server has not acknowledged, oldest first.
  var unconfirmed: [(number: Int, line: String)] = []
  var nextNumber = 1
  /// The number of the last numbered line sent on the current socket.
  var sent = 0
  /// The number of the last wire message from the server that was applied.
  var received = 0
  var isAcknowledgementDue = false
  /// Whether the server knows this document in the current session.
  var isGreeted = false
  var calls: [Int: Inlet<String>] = [:]
  var callbacks: [String: Inlet<String>] = [:]
  var nextCallback = 0
  /// The history state most recently reported to Swift, as JSON.
  var toldHistory: String?
  /// The functions that a test has registered, for Swift to call. Each function answers the invocation with the given
  /// id.
  var functions: [String: @Sendable (isolated TestPage, PageArguments, _ id: String) -> Void] = [:]
  /// The error with which all calls were ended, such as ``TestPageError/gone``.
  private var failure: (any Error)?

  /// Numbers a line and stores it, without sending it, until the server has acknowledged it. Returns the number. The
  /// page sends the answers to a wire message together, after it has processed the whole wire message.
  @discardableResult mutating func add(_ line: (Int) -> String) -> Int {
    let number = nextNumber
    nextNumber += 1
    unconfirmed.append((number, line(number)))
    return number
  }

  mutating func confirm(_ number: Int) {
    unconfirmed.removeFirst(unconfirmed.firstIndex { $0.number > number } ?? unconfirmed.count)
    sent = max(sent, number)
  }

  /// Returns the numbered lines that have not been sent on the current socket yet, and marks them as sent. The search
  /// starts at the end, so the cost does not depend on the number of unacknowledged lines.
  mutating func takeUnsent() -> [String] {
    let start = unconfirmed.lastIndex { $0.number <= sent }.map { $0 + 1 } ?? 0
    if let last = unconfirmed.last { sent = max(sent, last.number) }
    return unconfirmed[start...].map(\.line)
  }

  /// Ends all pending calls and callbacks with `error`. Later calls throw it.
  mutating func end(throwing error: any Error) {
    failure = error
    for inlet in calls.values { inlet.end(throwing: error) }
    for inlet in callbacks.values { inlet.end(throwing: error) }
  }

  /// Throws the error with which the calls were ended.
  func check() throws { if let failure { throw failure } }

  /// Returns 32 random hexadecimal digits.
  private static func random() -> String { UUID().uuidString.lowercased().replacing("-", with: "") }
}
