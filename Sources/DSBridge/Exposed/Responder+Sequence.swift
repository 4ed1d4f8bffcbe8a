extension Responder {
  /// Sends every element in the caller's isolation, then the end. Stops early when the task is cancelled.
  nonisolated(nonsending) func send<S: AsyncSequence>(elementsOf sequence: S) async throws where S.Element: Encodable {
    var iterator = sequence.makeAsyncIterator()
    while !Task.isCancelled, let element = try await iterator.next(isolation: #isolation) {
      send(element, last: false)
    }
    end()
  }
}
