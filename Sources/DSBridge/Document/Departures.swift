import Locks

/// Documents that have said that they are left. What one of them has still waiting when its time is over is not
/// processed any more, however long the queue is.
///
/// Told of everything as it arrives, before it takes its place in the queue.
final class Departures: Sendable {
  private struct Presence {
    var channel: ObjectIdentifier?
    var isLeft = false
    var timer: ScheduledAction?
  }

  private let documents = Mutex<[DocumentID: Presence]>([:])
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
    for presence in documents.withLock({ $0.values }) { presence.timer?.cancel() }
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
    documents.withLock { $0.removeValue(forKey: id) }?.timer?.cancel()
  }

  /// Whether the document of that place is given up.
  func isAbandoned(_ ordinal: Int) -> Bool { abandoned.load(ordering: .relaxed) == ordinal }

  /// Its time runs while it is left and has no socket.
  private func change(_ id: DocumentID, _ body: (inout Presence) -> Void) {
    documents.withLock { documents in
      body(&documents[id, default: Presence()])
      guard let presence = documents[id] else { return }
      let isGoing = presence.isLeft && presence.channel == nil
      if isGoing, presence.timer == nil {
        documents[id]?.timer = scheduler.schedule(after: leaveTime) { [weak self] in self?.giveUp(id) }
      } else if !isGoing {
        presence.timer?.cancel()
        documents[id]?.timer = nil
      }
    }
  }

  private func giveUp(_ id: DocumentID) {
    let isGoing = documents.withLock { $0.removeValue(forKey: id)?.timer != nil }
    let ordinal = ledger.ordinal(of: id)
    if isGoing, ordinal > 0 { abandoned.store(ordinal, ordering: .relaxed) }
  }
}
