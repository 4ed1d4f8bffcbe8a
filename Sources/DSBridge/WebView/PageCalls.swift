/// Calls of page functions that wait for the page.
struct PageCalls {
  /// Gets each value (nil for `undefined`) or one failure; in the web view's isolation.
  typealias Completion = @Sendable (_ result: Result<JSON?, any Error>, _ isLast: Bool) -> Void

  private struct Call {
    /// Nil until it has left for one.
    var document: DocumentID?
    /// One value ends it, whatever the page says.
    let isOnce: Bool
    /// Somebody gets what the page answers.
    let isAwaited: Bool
    /// Ends it when the page takes too long.
    let timer: Alarm?
    let completion: Completion
  }

  private var calls: [Int: Call] = [:]

  var count: Int { calls.count }

  /// Ids are never used again, whatever document asks.
  mutating func add(
    _ id: Int, once isOnce: Bool, isAwaited: Bool, timer: Alarm?, _ completion: @escaping Completion
  ) {
    calls[id] = Call(isOnce: isOnce, isAwaited: isAwaited, timer: timer, completion: completion)
  }

  /// False also for one that is not known.
  func isAwaited(_ id: Int) -> Bool { calls[id]?.isAwaited == true }

  func contains(_ id: Int) -> Bool { calls[id] != nil }

  mutating func sent(_ id: Int, to document: DocumentID) {
    calls[id]?.document = document
  }

  /// Who waits for a value of `document`; forgets it with the last.
  mutating func completion(
    for id: Int, of document: DocumentID, isLast: Bool
  ) -> (completion: Completion, isLast: Bool)? {
    guard let call = calls[id], call.document == document else { return nil }
    let isLast = isLast || call.isOnce
    if isLast { _ = remove(id) }
    return (call.completion, isLast)
  }

  /// Forgets it, wherever it is on its way.
  mutating func remove(_ id: Int) -> Completion? {
    let call = calls.removeValue(forKey: id)
    call?.timer?.cancel()
    return call?.completion
  }

  /// Those that waited for `document`, or for any when it is nil.
  mutating func abandon(_ document: DocumentID?) -> [Completion] {
    let abandoned = calls.filter { document == nil || $0.value.document == document }.keys.sorted()
    return abandoned.compactMap { remove($0) }
  }
}
