/// The bridge's state for the document that a web view shows. Confined to the web view's isolation. It is a class so
/// that it can be changed in place for each line of the page's messages. A *round* is one run of the web view's queue,
/// which processes the entries that are pending.
final class Document {
  let id: DocumentID
  /// The position of the document among all documents that the web view has shown, from 1.
  let ordinal: Int
  var inbox = Inbox()
  /// The output for the page from the current round of the web view's queue. It is sent at the end of the round.
  var batch = Batch()
  var outbox: Outbox
  /// The newest socket; nil while none is connected.
  var channel: (any DocumentChannel)? {
    didSet { if channel == nil { keptAtLoss = kept } }
  }
  /// The size, in bytes, of the evaluations that the evaluator holds. The evaluator (``JavaScriptEvaluating``) decides
  /// when they are sent, and then releases them.
  var evaluating = 0
  /// The value of ``kept`` at the end of the queue's last round. ``keptAtLoss`` is the value when the socket was lost.
  private var keptBefore = 0
  private(set) var keptAtLoss = 0
  /// Whether the document has ever had a socket.
  var hasConnected = false
  /// Whether the document has announced that it is closing. ``WebView/Limits/closeDelay`` then applies while it has no
  /// socket.
  var isLeft = false
  /// Whether the program has requested a reload.
  var mustReload = false
  /// Whether a `bye` was sent to the document.
  var hasSaidBye = false
  /// Indicates whether the document's own scripts have run. Calls and scripts for the page wait until then.
  var isReady = false
  /// Whether it has already been logged that a limit was exceeded.
  var isOverLimit = false
  /// Whether an event above its size limit has already been reported to the page's console.
  var hasRefusedEvent = false
  /// A counter that is incremented whenever something is received from the document. While it is unchanged, the
  /// document is silent.
  var activity = 0
  /// Whether the ``CallLedger`` keeps the answer to the last blocking call, because the page may request it again.
  var keepsAnswer = false
  /// The names of page functions for which a failed call without a waiting caller has already been logged.
  var reportedCalls: Set<String> = []

  init(id: DocumentID, ordinal: Int, sendWindow: Int) {
    self.id = id
    self.ordinal = ordinal
    outbox = Outbox(sendWindow: sendWindow)
  }

  /// The size of all output that is kept for the page, in bytes: unacknowledged wire messages and unsent evaluations.
  var kept: Int { outbox.bytes + outbox.waiting.bytes }

  /// Returns true if a disconnected document has exceeded its backlog limit: ``kept`` grew by more than `limit` between
  /// the loss of the socket and the end of the last round, and has grown again in this round. A single large answer is
  /// accepted, because nothing is added after it. Must be called at the end of each round.
  func grew(beyond limit: Int) -> Bool {
    let (before, kept) = (keptBefore, kept)
    keptBefore = kept
    return channel == nil && kept > before && before - keptAtLoss > limit
  }

  /// The value of ``kept`` that was last reported to the observer.
  private var reportedKept = 0

  /// Reports a change of ``kept`` to the observer.
  /// - Parameter isGone: whether the document was replaced. Nothing is kept for a replaced document.
  func reportWaiting(to observer: any WebViewObserver, isGone: Bool = false) {
    let kept = isGone ? 0 : kept
    if kept != reportedKept { observer.waitingChanged(by: kept - reportedKept) }
    reportedKept = kept
  }

  /// The number of bytes of evaluations that can still be added; zero or negative while the page reads too slowly.
  var room: Int { outbox.sendWindow - outbox.waiting.bytes - evaluating }
}

/// The id of one document, created by the page. It is not a secret, so it does not prove that a request comes from the
/// document.
package struct DocumentID: Sendable, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates an id from 32 hexadecimal digits; nil for other text.
  package init?(_ text: String) {
    guard text.utf8.count == 32, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    description = text
  }
}

/// A checker for the numbers of the lines that one document has sent. Each numbered line is accepted once, and in
/// order. A value type without side effects. The rules are in docs/guides/protocol.md, section 3.
struct Inbox {
  enum Verdict: Equatable {
    case new
    /// The line was accepted before, and is dropped.
    case seen
    /// Lines before this one are missing, which violates the protocol.
    case gap
  }

  /// The number of the last line that was accepted.
  var taken = 0

  mutating func take(_ number: Int) -> Verdict {
    if number <= taken { return .seen }
    guard number == taken + 1 else { return .gap }
    taken = number
    return .new
  }
}

/// The output for the page from one round of the web view's queue. It is sent at the end of the round, in one wire
/// message.
struct Batch {
  /// The answers to awaited calls, and events.
  var body = MessageBody()
  /// The numbers of the calls that have a record in the ledger and whose last values are in the body.
  var settled: [Int] = []
  /// The evaluations that are passed to the evaluator at the end of the round.
  private(set) var evaluations: [Evaluation] = []
  /// The evaluations that the evaluator has released. They are sent with this batch.
  var due: [Evaluation] = []
  /// The size of ``evaluations``, in bytes.
  private(set) var weight = 0
  /// Indicates whether the server has accepted numbered lines that it has not yet acknowledged.
  var owesAcknowledgement = false

  var isEmpty: Bool { body.isEmpty && evaluations.isEmpty && due.isEmpty && !owesAcknowledgement }

  mutating func add(_ evaluation: Evaluation) {
    evaluations.append(evaluation)
    weight += evaluation.line.weight
  }

  /// Adds an evaluation that is sent with the body.
  mutating func add(toBody evaluation: Evaluation) {
    body.add(evaluation.line)
    if let call = evaluation.settledCall { settled.append(call) }
  }
}
