import DSBridgeLocks

/// A limit on pending data. The task that adds data is suspended while the pending amount exceeds the limit.
final class Backlog: Sendable {
  private let limit: Int
  private let pending = Mutex(0)
  /// A stream with an element after each removal. Elements that the adding task does not need are dropped.
  private let (removals, removed) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds to the pending amount. Returns when the amount is within the limit or the task has been cancelled. After a
  /// cancellation, the backlog suspends no task any more. Only one task at a time may call this function.
  func add(_ count: Int) async {
    pending.withLock { $0 += count }
    var removals = removals.makeAsyncIterator()
    while pending.withLock({ $0 > limit }), await removals.next() != nil {}
  }

  func remove(_ count: Int) {
    pending.withLock { $0 -= count }
    removed.yield()
  }
}
