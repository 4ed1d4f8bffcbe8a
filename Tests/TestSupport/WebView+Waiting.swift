package import DSBridge

/// Asynchronous variants of functions that take a completion.
extension WebView {
  package nonisolated(nonsending) func open(_ id: DocumentID, isNew: Bool, at url: String) async -> Int? {
    await withCheckedContinuation { continuation in
      open(id, isNew: isNew, at: url) { continuation.resume(returning: $0) }
    }
  }

  package nonisolated(nonsending) func answer(_ message: PageMessage, of id: DocumentID, weight: Int = 0) async
    -> CallOutcome
  {
    await withCheckedContinuation { continuation in
      answer(message, of: id, weight: weight) { continuation.resume(returning: $0) }
    }
  }
}
