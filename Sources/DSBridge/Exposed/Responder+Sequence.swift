extension Responder {
  /// Sends every element in the caller's isolation, then the end. Stops early when the task is cancelled, or at an
  /// element that cannot be written.
  nonisolated(nonsending) func send<S: AsyncSequence>(elementsOf sequence: S) async throws where S.Element: Encodable {
    try beginSequence()
    var iterator = sequence.makeAsyncIterator()
    var count = pausesEarly ? Self.mostElements - 1 : 0
    var bytes = 0
    while !Task.isCancelled, !hasEnded, let element = try await iterator.next(isolation: #isolation) {
      let sent = write(element, last: false)
      count += 1
      bytes += sent.bytes
      guard count == Self.mostElements || bytes >= Self.mostBytes else { continue }
      // A sequence that never waits would keep all else from happening here, what cancels it included; and it would be
      // read on for a page that does not keep up.
      await pause(sent.isReplaceable)
      (count, bytes) = (0, 0)
    }
    end()
  }

  /// Between two pauses.
  private static var mostElements: Int { 64 }
  private static var mostBytes: Int { PausedReaders.share }
}
