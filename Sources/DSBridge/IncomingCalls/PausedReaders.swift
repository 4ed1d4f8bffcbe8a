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

/// Backpressure: the bridge reads a sequence no faster than the page receives the elements.
extension WebView {
  /// Waits until all earlier output has been recorded and the document with this ordinal (its position among the web
  /// view's documents) has room for more output. Does not wait for room if newer values replace older ones.
  nonisolated(nonsending) func catchUp(_ ordinal: Int, isReplaceable: Bool) async {
    let ticket = PausedReaders.Ticket()
    let hasRoom = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        perform { $0.pause(continuation, ticket, until: ordinal, isReplaceable: isReplaceable) }
      }
    } onCancel: {
      // The ticket is marked as cancelled before this item is queued. The reader therefore resumes even if this item is
      // processed before the item that pauses the reader.
      ticket.cancel()
      perform { $0.readers.resume(ticket) }
    }
    // The bytes that are reserved for this reader must not be released before its output is counted. The task continues
    // on Swift's own thread pool, possibly several rounds of the queue after it was resumed. Therefore the reader
    // itself records here that it runs.
    if hasRoom { perform { $0.readers.hasGoneOn() } }
  }

  private func pause(
    _ continuation: CheckedContinuation<Bool, Never>, _ ticket: PausedReaders.Ticket, until ordinal: Int,
    isReplaceable: Bool
  ) {
    guard document?.ordinal == ordinal, !isReplaceable, !ticket.isCancelled else {
      return continuation.resume(returning: false)
    }
    readers.add(ticket, continuation)
  }
}
