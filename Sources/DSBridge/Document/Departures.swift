import DSBridgeLocks

/// The record of documents that have announced that they are closing. If such a document does not reconnect within the
/// close delay, it is given up: its unprocessed messages are dropped, even if many are queued.
///
/// Every `hello` and every new socket of a document is recorded here before it is appended to the web view's queue. So
/// a document that has come back is not given up while the queue is busy.
final class Departures: Sendable {
  private struct Presence {
    var channel: ObjectIdentifier?
    var isLeft = false
    /// The timer for the close delay, with a number that distinguishes this timer from earlier ones.
    var timer: (number: Int, action: ScheduledAction)?
  }

  private struct State {
    var documents: [DocumentID: Presence] = [:]
    var lastTimer = 0
    weak var host: (any WebViewHost)?
  }

  private let state = Mutex(State())
  /// The ordinal (position among the web view's documents) of the last document that was given up, or 0. Atomic,
  /// because it is read for every line of a message.
  private let abandoned = Atomic(0)
  private let closeDelay: Duration
  private let ledger: CallLedger
  private let scheduler: Scheduler

  init(closeDelay: Duration, ledger: CallLedger, scheduler: Scheduler) {
    self.closeDelay = closeDelay
    self.ledger = ledger
    self.scheduler = scheduler
  }

  deinit {
    for presence in state.withLock({ $0.documents.values }) { presence.timer?.action.cancel() }
  }

  /// Sets the host. While the host expects the tab's next document, the current document is not given up.
  func setHost(_ host: (any WebViewHost)?) {
    state.withLock { $0.host = host }
  }

  /// Records that the document has sent `hello`, or has opened the socket `channel`.
  func arrive(_ id: DocumentID, on channel: (any DocumentChannel)? = nil) {
    change(id) { presence in
      presence.isLeft = false
      if let channel { presence.channel = ObjectIdentifier(channel) }
    }
  }

  /// Records that the document has announced that it is closing. Its socket may still be open.
  func leave(_ id: DocumentID) {
    change(id) { $0.isLeft = true }
  }

  /// Records that a socket of the document has ended. `isDeparture` is true if the close code means that the tab was
  /// closed.
  func disconnect(_ channel: any DocumentChannel, of id: DocumentID, isDeparture: Bool) {
    change(id) { presence in
      // If the document has a newer socket, the end of an older one has no effect.
      guard presence.channel == ObjectIdentifier(channel) else { return }
      presence.channel = nil
      if isDeparture { presence.isLeft = true }
    }
  }

  /// Removes the record of a replaced document, whose messages have all been processed.
  func forget(_ id: DocumentID) {
    state.withLock { $0.documents.removeValue(forKey: id) }?.timer?.action.cancel()
  }

  /// Returns whether the document with this ordinal was given up.
  func isAbandoned(_ ordinal: Int) -> Bool { abandoned.load(ordering: .relaxed) == ordinal }

  /// Updates the record of a document. The close delay runs while the document is closing and has no socket.
  private func change(_ id: DocumentID, _ body: (inout Presence) -> Void) {
    state.withLock { state in
      var presence = state.documents[id] ?? Presence()
      body(&presence)
      let isGoing = presence.isLeft && presence.channel == nil
      if isGoing, presence.timer == nil {
        startTimer(of: id, &presence, &state)
      } else if !isGoing {
        presence.timer?.action.cancel()
        presence.timer = nil
      }
      state.documents[id] = isGoing || presence.channel != nil ? presence : nil
    }
  }

  private func startTimer(of id: DocumentID, _ presence: inout Presence, _ state: inout State) {
    state.lastTimer += 1
    let number = state.lastTimer
    presence.timer = (number, scheduler.schedule(after: closeDelay) { [weak self] in self?.giveUp(id, timer: number) })
  }

  private func giveUp(_ id: DocumentID, timer number: Int) {
    let host = state.withLock { $0.host }
    let isExpecting = host?.expectsDocument(after: id) == true
    let isGivenUp = state.withLock { state in
      // An outdated timer does nothing: the document has connected again, or a newer timer runs for it.
      guard var presence = state.documents[id], presence.timer?.number == number else { return false }
      if isExpecting { startTimer(of: id, &presence, &state) }
      state.documents[id] = isExpecting ? presence : nil
      return !isExpecting
    }
    guard isGivenUp else { return }
    let shown = ledger.withCalls { $0.document }
    if let shown, shown.id == id { abandoned.store(shown.ordinal, ordering: .relaxed) }
  }
}
