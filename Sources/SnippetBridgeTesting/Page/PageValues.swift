/// An asynchronous sequence of values that arrive at the page. Reading throws ``TestPageError/timeout(waitingFor:)`` if
/// no value arrives within the page's time limit. Only one task may read the sequence.
public struct PageValues<Element: Sendable>: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private let take: @Sendable () async throws -> Element?

  init(_ take: @escaping @Sendable () async throws -> Element?) {
    self.take = take
  }

  init<Raw>(_ inlet: Inlet<Raw>, _ transform: @escaping @Sendable (Raw) throws -> Element) {
    take = { try await inlet.next().map(transform) }
  }

  /// Returns the next value, or `nil` after the last one.
  public func next() async throws -> Element? {
    try await take()
  }

  /// Waits for the end of the sequence and returns all remaining values.
  public func all() async throws -> [Element] {
    var result: [Element] = []
    while let value = try await take() { result.append(value) }
    return result
  }

  /// Returns the sequence itself. If there are two iterators, each value goes to only one of them.
  public func makeAsyncIterator() -> PageValues { self }
}
