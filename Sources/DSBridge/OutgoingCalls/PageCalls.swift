/// The calls of page functions that wait for the page. A pure value.
struct PageCalls {
  private var calls: [Int: PageCall] = [:]

  var count: Int { calls.count }

  mutating func add(_ call: PageCall) {
    calls[call.id] = call
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
    call?.timer?.cancel()
    return call
  }

  /// Forgets those that were sent to `document`, or all when it is nil.
  mutating func removeAll(of document: DocumentID?) -> [PageCall] {
    let ids = calls.filter { document == nil || $0.value.document == document }.keys.sorted()
    return ids.compactMap { remove($0) }
  }
}
