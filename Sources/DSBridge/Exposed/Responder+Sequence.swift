extension Responder {
  /// Sends every element in the caller's isolation, then the end. Stops early when the task is cancelled, or at an element that cannot be
  /// written.
  nonisolated(nonsending) func send<S: AsyncSequence>(elementsOf sequence: S) async throws where S.Element: Encodable {
    guard beginSequence() else { return }
    var iterator = sequence.makeAsyncIterator()
    var count = 0
    while !Task.isCancelled, !hasEnded, let element = try await iterator.next(isolation: #isolation) {
      send(element, last: false)
      // A sequence that never waits would keep all else from happening here, what cancels it included.
      count += 1
      if count.isMultiple(of: 64) { await Task.yield() }
    }
    end()
  }
}
