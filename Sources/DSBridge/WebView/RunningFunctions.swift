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
  private var lastID = 0

  var count: Int { entries.count }

  mutating func add(
    _ function: ExposedFunction, for document: DocumentID, number: Int, responder: Responder?
  ) -> Int {
    lastID += 1
    entries[lastID] = Entry(document: document, number: number, function: function, responder: responder)
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
    entries[id] = nil
  }

  /// Cancels what that message called.
  func cancel(_ number: Int, of document: DocumentID) {
    for entry in entries.values where entry.document == document && entry.number == number { entry.task?.cancel() }
  }

  /// Cancels the sequences that are read for a document that is gone. Other functions run to their end: they may be saving something.
  func cancelSequences(for document: DocumentID) {
    for entry in entries.values where entry.document == document {
      if entry.responder?.abandon() == true { entry.task?.cancel() }
    }
  }
}
