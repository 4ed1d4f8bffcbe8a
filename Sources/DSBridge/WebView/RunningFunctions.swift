/// Functions that have started and not ended: `async` ones and sequences.
struct RunningFunctions {
  private struct Entry {
    let document: DocumentID
    /// The message that called it.
    let number: Int
    let function: ExposedFunction
    /// Of one that answers through it.
    let responder: Responder?
    var task: Task<Void, Never>?
  }

  private var entries: [Int: Entry] = [:]
  /// Of the messages of the newest document; an older one calls nothing any more.
  private var ids: [Int: Int] = [:]
  private var lastID = 0

  var count: Int { entries.count }

  mutating func add(
    _ function: ExposedFunction, for document: DocumentID, number: Int, responder: Responder?
  ) -> Int {
    lastID += 1
    entries[lastID] = Entry(document: document, number: number, function: function, responder: responder)
    ids[number] = lastID
    return lastID
  }

  func function(_ id: Int) -> ExposedFunction? {
    entries[id]?.function
  }

  /// No effect when it has ended already.
  mutating func set(_ task: Task<Void, Never>, for id: Int) {
    entries[id]?.task = task
  }

  mutating func remove(_ id: Int) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    if ids[entry.number] == id { ids[entry.number] = nil }
  }

  /// Cancels what that message called.
  func cancel(_ number: Int, of document: DocumentID) {
    guard let id = ids[number], let entry = entries[id], entry.document == document else { return }
    entry.task?.cancel()
  }

  /// Ends the sequences that are read for a document, with an error. Other functions run to their end: they may be
  /// saving something.
  func endSequences(for document: DocumentID, because error: BridgeError) {
    for entry in entries.values where entry.document == document {
      guard let responder = entry.responder, responder.abandon(because: error) else { continue }
      // In this order: a sequence that ends when it is cancelled has not come to its end.
      responder.fail(error)
      entry.task?.cancel()
    }
  }

  func cancelAll() {
    for entry in entries.values { entry.task?.cancel() }
  }
}
