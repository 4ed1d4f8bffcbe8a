import DSBridgeLocks
import DequeModule

/// The tasks that read sequences for the page and are paused. Such a task, called a reader, pauses until more bytes may
/// be sent to the page. The reader that has waited longest resumes first.
struct PausedReaders {
  /// The handle of a paused reader, which may be cancelled while it is paused.
  final class Ticket: Sendable {
    private let cancelled = Atomic(false)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() {
      cancelled.store(true, ordering: .releasing)
    }
  }

  /// The number of bytes that a reader may send before it pauses again, unless a single element is larger.
  static let share = 64 << 10

  /// The continuations of the paused readers. They are resumed with true if there is room, and with false for any other
  /// reason.
  private var waiting: [ObjectIdentifier: CheckedContinuation<Bool, Never>] = [:]
  /// The paused readers, longest wait first. May contain tickets of readers that no longer wait.
  private var order: Deque<Ticket> = []
  /// The bytes reserved for readers that have resumed or begun, until their output is counted as unsent.
  private var promised = 0
  /// The part of ``promised`` for readers that have run in the current round of the web view's queue. Their output is
  /// counted as unsent at the end of the round.
  private var said = 0

  var isWaiting: Bool { !waiting.isEmpty }

  /// Returns whether a new reader may immediately send its ``share`` if `room` bytes can be sent. If so, reserves the
  /// share.
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

  /// Records that a resumed or new reader runs in this round. Its output up to the next pause is produced in the same
  /// round, so its reserved share is released at the end of the round.
  mutating func hasGoneOn() {
    said += Self.share
  }

  /// Resumes readers until the `room` bytes are reserved. The last reader is resumed even if less than its share is
  /// left. Called at the end of a round.
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
