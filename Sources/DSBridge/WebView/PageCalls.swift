/// Calls of page functions that wait for the page.
struct PageCalls {
  /// Gets each value (nil for `undefined`) or one failure; in the web view's isolation.
  typealias Completion = @Sendable (_ result: Result<JSON?, any Error>, _ isLast: Bool) -> Void

  private struct Call {
    /// Nil until it has left for one.
    var document: DocumentID?
    /// One value ends it, whatever the page says.
    let isOnce: Bool
    let completion: Completion
  }

  private var calls: [Int: Call] = [:]
  private var lastID = 0

  /// Ids are never used again, whatever document asks.
  mutating func add(once isOnce: Bool, _ completion: @escaping Completion) -> Int {
    lastID += 1
    calls[lastID] = Call(isOnce: isOnce, completion: completion)
    return lastID
  }

  mutating func sent(_ id: Int, to document: DocumentID) {
    calls[id]?.document = document
  }

  /// Who waits for a value of `document`; forgets it with the last.
  mutating func completion(
    for id: Int, of document: DocumentID, isLast: Bool
  ) -> (completion: Completion, isLast: Bool)? {
    guard let call = calls[id], call.document == document else { return nil }
    let isLast = isLast || call.isOnce
    if isLast { calls[id] = nil }
    return (call.completion, isLast)
  }

  /// Those that waited for `document`, or for any when it is nil.
  mutating func abandon(_ document: DocumentID?) -> [Completion] {
    let abandoned = calls.filter { document == nil || $0.value.document == document }
    for id in abandoned.keys { calls[id] = nil }
    return abandoned.sorted { $0.key < $1.key }.map(\.value.completion)
  }
}
