import DequeModule

/// The calls of page functions that wait for the page. A pure value.
struct PageCalls {
  private var calls: [Int: PageCall] = [:]
  /// The ids of those that nobody waits for, the oldest first; with some of calls that are forgotten.
  private var unawaited: Deque<Int> = []
  private var unawaitedCount = 0

  /// So many are kept, so that a failure is in the log; a page need not answer them.
  static let mostUnawaited = 1_000

  var count: Int { calls.count }

  mutating func add(_ call: PageCall) {
    calls[call.id] = call
    guard !call.isAwaited else { return }
    unawaitedCount += 1
    unawaited.append(call.id)
    if unawaited.count > 2 * unawaitedCount + 64 { unawaited.removeAll { calls[$0] == nil } }
  }

  /// Forgets the oldest of those that were sent and that nobody waits for.
  mutating func forgetUnawaited() {
    while unawaitedCount > Self.mostUnawaited, let id = unawaited.first, calls[id]?.document != nil || calls[id] == nil
    {
      unawaited.removeFirst()
      _ = remove(id)
    }
  }

  /// False also for one that is not known.
  func isAwaited(_ id: Int) -> Bool { calls[id]?.isAwaited == true }

  func contains(_ id: Int) -> Bool { calls[id] != nil }

  mutating func sent(_ id: Int, to document: DocumentID) {
    calls[id]?.document = document
  }

  /// The call that a value of `document` is for, and whether it is the last; forgets it then.
  mutating func call(for id: Int, of document: DocumentID, isLast: Bool) -> (call: PageCall, isLast: Bool)? {
    guard let call = calls[id], call.document == document else { return nil }
    let isLast = isLast || call.isOnce
    if isLast { _ = remove(id) }
    return (call, isLast)
  }

  /// Forgets it, wherever it is on its way.
  mutating func remove(_ id: Int) -> PageCall? {
    let call = calls.removeValue(forKey: id)
    if call?.isAwaited == false { unawaitedCount -= 1 }
    call?.timer?.cancel()
    return call
  }

  /// Forgets those that were sent to `document`, or all when it is nil.
  mutating func removeAll(of document: DocumentID?) -> [PageCall] {
    let ids = calls.filter { document == nil || $0.value.document == document }.keys.sorted()
    return ids.compactMap { remove($0) }
  }
}
