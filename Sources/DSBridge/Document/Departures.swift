import Locks

/// Documents that have said that they are left. What one of them has still waiting when its time is over is not
/// processed any more, however long the queue is.
///
/// Told of everything as it arrives, before it takes its place in the queue.
final class Departures: Sendable {
  private struct Presence {
    var channel: ObjectIdentifier?
    var isLeft = false
    /// With its number, by which an old one is told from it.
    var timer: (number: Int, action: ScheduledAction)?
  }

  private struct State {
    var documents: [DocumentID: Presence] = [:]
    var lastTimer = 0
    weak var host: (any WebViewHost)?
  }

  private let state = Mutex(State())
  /// The newest document that is given up, by its place among all; read at every line.
  private let abandoned = Atomic(0)
  private let leaveTime: Duration
  private let ledger: CallLedger
  private let scheduler: Scheduler

  init(leaveTime: Duration, ledger: CallLedger, scheduler: Scheduler) {
    self.leaveTime = leaveTime
    self.ledger = ledger
    self.scheduler = scheduler
  }

  deinit {
    for presence in state.withLock({ $0.documents.values }) { presence.timer?.action.cancel() }
  }

  /// Who knows whether another document is on its way: then the one before has the usual time.
  func setHost(_ host: (any WebViewHost)?) {
    state.withLock { $0.host = host }
  }

  /// It is here, on a socket or without one.
  func arrive(_ id: DocumentID, on channel: (any DocumentChannel)? = nil) {
    change(id) { presence in
      presence.isLeft = false
      if let channel { presence.channel = ObjectIdentifier(channel) }
    }
  }

  /// It says that it is left; its socket may still be there.
  func leave(_ id: DocumentID) {
    change(id) { $0.isLeft = true }
  }

  /// A socket of it has ended; `isDeparture` as when a tab is closed.
  func disconnect(_ channel: any DocumentChannel, of id: DocumentID, isDeparture: Bool) {
    change(id) { presence in
      // Not the newest.
      guard presence.channel == ObjectIdentifier(channel) else { return }
      presence.channel = nil
      if isDeparture { presence.isLeft = true }
    }
  }

  /// Another is shown: all that this one has said is processed.
  func forget(_ id: DocumentID) {
    state.withLock { $0.documents.removeValue(forKey: id) }?.timer?.action.cancel()
  }

  /// Whether the document of that place is given up.
  func isAbandoned(_ ordinal: Int) -> Bool { abandoned.load(ordering: .relaxed) == ordinal }

  /// Its time runs while it is left and has no socket.
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
    presence.timer = (number, scheduler.schedule(after: leaveTime) { [weak self] in self?.giveUp(id, timer: number) })
  }

  private func giveUp(_ id: DocumentID, timer number: Int) {
    let host = state.withLock { $0.host }
    let isExpecting = host?.expectsDocument(after: id) == true
    let isGivenUp = state.withLock { state in
      // It is back, or has left once more.
      guard var presence = state.documents[id], presence.timer?.number == number else { return false }
      if isExpecting { startTimer(of: id, &presence, &state) }
      state.documents[id] = isExpecting ? presence : nil
      return !isExpecting
    }
    guard isGivenUp else { return }
    let ordinal = ledger.ordinal(of: id)
    if ordinal > 0 { abandoned.store(ordinal, ordering: .relaxed) }
  }
}
