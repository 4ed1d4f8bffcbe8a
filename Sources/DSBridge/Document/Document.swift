/// The bridge's state of the document that a web view shows. Confined to the web view's isolation. A class, because
/// it is changed in place for each line.
final class Document {
  let id: DocumentID
  /// The position of the document among all that the web view has shown, from 1.
  let ordinal: Int
  var inbox = Inbox()
  /// The batch that is being written.
  var batch = Batch()
  var outbox: Outbox
  /// The newest socket; nil while none is connected.
  var channel: (any DocumentChannel)? {
    didSet { if channel == nil { keptAtLoss = kept } }
  }
  /// The size of the evaluations that the evaluator holds, in bytes.
  var evaluating = 0
  /// The values of ``kept`` at the end of the last round and, in ``keptAtLoss``, when the socket was lost.
  private var keptBefore = 0
  private(set) var keptAtLoss = 0
  /// Whether the document has ever had a socket.
  var hasConnected = false
  /// Whether the document has announced its end. The shorter timeout then applies.
  var isLeft = false
  /// Whether the program has requested a reload.
  var mustReload = false
  /// Whether the document was told that its connection ends.
  var hasSaidBye = false
  /// Whether the document's own scripts have run. Calls and scripts are sent only then.
  var isReady = false
  /// Whether the log has reported that a limit was exceeded.
  var isOverLimit = false
  /// Whether the page's console has reported that an event exceeded its limit.
  var hasRefusedEvent = false
  /// A counter of everything received from the document, which detects silence.
  var activity = 0
  /// Whether the ledger keeps the answer to the last blocking call.
  var keepsAnswer = false
  /// The page functions of which the log has reported a failed call without a waiting caller.
  var reportedCalls: Set<String> = []

  init(id: DocumentID, ordinal: Int, sendWindow: Int) {
    self.id = id
    self.ordinal = ordinal
    outbox = Outbox(sendWindow: sendWindow)
  }

  /// The size of sent but unacknowledged messages and of due evaluations, in bytes.
  var kept: Int { outbox.bytes + outbox.waiting.bytes }

  /// Returns true if a disconnected document's ``kept`` has grown in this round, and had grown by more than `limit`
  /// before, since the loss of the socket. One large answer alone is thus accepted. Must be called at the end of each
  /// round.
  func grew(beyond limit: Int) -> Bool {
    let (before, kept) = (keptBefore, kept)
    keptBefore = kept
    return channel == nil && kept > before && before - keptAtLoss > limit
  }

  /// The value of ``kept`` that the observer knows.
  private var reportedKept = 0

  /// Reports a change of ``kept`` to the observer.
  /// - Parameter isGone: whether the document was replaced, so that it keeps nothing.
  func reportWaiting(to observer: any WebViewObserver, isGone: Bool = false) {
    let kept = isGone ? 0 : kept
    if kept != reportedKept { observer.waitingChanged(by: kept - reportedKept) }
    reportedKept = kept
  }

  /// The size of the evaluations that have not been sent, in bytes.
  var unsent: Int { outbox.waiting.bytes + evaluating }

  /// The size of evaluations that may still be added, in bytes; zero or negative if the page is behind.
  var room: Int { outbox.sendWindow - unsent }
}

/// The id of one document. Created by the page; it is not a secret and proves nothing.
package struct DocumentID: Sendable, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates an id from 32 hexadecimal digits; nil for other text.
  package init?(_ text: String) {
    guard text.utf8.count == 32, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    description = text
  }
}

/// The numbers of the messages that one document has sent: each is taken once, in order. A pure value; the rules are
/// in docs/guides/protocol.md, section 3.
struct Inbox {
  enum Verdict: Equatable {
    case new
    /// The message was taken before, and is dropped.
    case seen
    /// Messages before this one are missing, which violates the protocol.
    case gap
  }

  /// The number of the last message that was taken.
  private(set) var taken = 0

  mutating func take(_ number: Int) -> Verdict {
    if number <= taken { return .seen }
    guard number == taken + 1 else { return .gap }
    taken = number
    return .new
  }

  /// Takes all messages up to `number`. The caller has checked that they follow without a gap.
  mutating func take(through number: Int) {
    taken = number
  }
}

/// The output of one round of the queue for the page. It is sent at the end of the round, in one wire message.
struct Batch {
  /// The answers to awaited calls, and events.
  var body = MessageBody()
  /// The numbers of the recorded calls whose last values are in the body.
  var settled: [Int] = []
  /// The evaluations for the evaluator.
  private(set) var evaluations: [Evaluation] = []
  /// The evaluations that the evaluator has released. They are sent with this batch.
  var due: [Evaluation] = []
  /// The size of ``evaluations``, in bytes.
  private(set) var weight = 0
  /// Whether messages were taken whose acknowledgement has not been sent.
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
