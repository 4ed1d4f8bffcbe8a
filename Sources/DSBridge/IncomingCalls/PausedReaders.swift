import DequeModule
import Locks

/// Sequences that are not read on until there is room for what they say. Who waits longest goes on first.
struct PausedReaders {
  /// Who waits, and may be cancelled meanwhile.
  final class Ticket: Sendable {
    private let cancelled = Atomic(false)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() {
      cancelled.store(true, ordering: .releasing)
    }
  }

  /// What one may say before it pauses again, in bytes, unless a single element is larger.
  static let share = 64 << 10

  /// They learn whether they go on because there is room.
  private var waiting: [ObjectIdentifier: CheckedContinuation<Bool, Never>] = [:]
  /// With some that do not wait any more.
  private var order: Deque<Ticket> = []
  /// For those that were let go on or have begun, in bytes, until what they say at once is counted as unsent.
  private var promised = 0
  /// Of that, for those whose words are in this round.
  private var said = 0

  var isWaiting: Bool { !waiting.isEmpty }

  /// Whether there is room, in bytes, for one that begins to say its share at once.
  mutating func admit(within room: Int) -> Bool {
    guard promised < room else { return false }
    promised += Self.share
    return true
  }

  mutating func add(_ ticket: Ticket, _ continuation: CheckedContinuation<Bool, Never>) {
    waiting[ObjectIdentifier(ticket)] = continuation
    order.append(ticket)
    if order.count > 2 * waiting.count + 64 { order.removeAll { waiting[ObjectIdentifier($0)] == nil } }
  }

  mutating func resume(_ ticket: Ticket) {
    waiting.removeValue(forKey: ObjectIdentifier(ticket))?.resume(returning: false)
  }

  /// One that was let go on, or has begun, is under way: what it says before it waits is in the same round.
  mutating func hasGoneOn() {
    said += Self.share
  }

  /// At the end of a round, as many as there is room for, in bytes; one at least, if there is any.
  mutating func resume(within room: Int) {
    promised = max(0, promised - said)
    said = 0
    while promised < room, let ticket = order.popFirst() {
      guard let continuation = waiting.removeValue(forKey: ObjectIdentifier(ticket)) else { continue }
      promised += Self.share
      continuation.resume(returning: true)
    }
  }

  mutating func resumeAll() {
    for continuation in waiting.values { continuation.resume(returning: false) }
    self = PausedReaders()
  }
}
