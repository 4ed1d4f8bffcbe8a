/// The page load a web view shows now, as far as the bridge knows it. In the web view's isolation; a class, because it
/// is changed in place at every line.
final class Document {
  let id: DocumentID
  /// Its place among all that the web view has shown.
  let ordinal: Int
  var inbox = Inbox()
  /// The batch that is being written.
  var batch = Batch()
  var outbox: Outbox
  /// Nil while no socket of it is connected.
  var channel: (any DocumentChannel)? {
    didSet { if channel == nil { keptAtLoss = kept } }
  }
  /// What the evaluator has and has not let leave, in bytes.
  var evaluating = 0
  /// What was kept when the last round had ended, and when the socket was lost.
  private var keptBefore = 0
  private(set) var keptAtLoss = 0
  /// True from its first socket on.
  var hasConnected = false
  /// It has said that its tab leaves it: it is not awaited for long.
  var isLeft = false
  /// The program has asked it to load anew.
  var mustReload = false
  /// It was told that its connection ends.
  var hasSaidBye = false
  /// True once its own scripts have run: then it gets calls and scripts.
  var isReady = false
  /// The log has said that it was over a limit.
  var isOverLimit = false
  /// Its console has said that an event was over its limit.
  var hasRefusedEvent = false
  /// Counts what was heard of it, to tell whether it is silent.
  var activity = 0
  /// The ledger keeps the answer of its last blocking call.
  var keepsAnswer = false
  /// The log has said that calls of these page functions failed with nobody to be told.
  var reportedCalls: Set<String> = []

  init(id: DocumentID, ordinal: Int, maximumSentAheadSize: Int) {
    self.id = id
    self.ordinal = ordinal
    outbox = Outbox(maximumSentAheadSize: maximumSentAheadSize)
  }

  /// What is sent to it, or due, and not acknowledged, in bytes.
  var kept: Int { outbox.bytes + outbox.waiting.bytes }

  /// At the end of a round: whether, without a socket, more is kept than before, and more than `limit` since the loss
  /// of the last one. One large answer alone is no reason.
  func grew(beyond limit: Int) -> Bool {
    let (before, kept) = (keptBefore, kept)
    keptBefore = kept
    return channel == nil && kept > before && before - keptAtLoss > limit
  }

  /// What an observer knows of ``kept``.
  private var reportedKept = 0

  /// - Parameter isGone: it keeps nothing any more.
  func reportWaiting(to observer: any WebViewObserver, isGone: Bool = false) {
    let kept = isGone ? 0 : kept
    if kept != reportedKept { observer.waitingChanged(by: kept - reportedKept) }
    reportedKept = kept
  }

  /// What has not left yet, in bytes.
  var unsent: Int { outbox.waiting.bytes + evaluating }

  /// How much more may wait, in bytes; not positive when it is behind.
  var room: Int { outbox.maximumSentAheadSize - unsent }
}
