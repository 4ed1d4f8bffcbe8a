/// An asynchronous sequence of values that reach the page. Waiting for a value throws
/// ``TestPageError/timeout(waitingFor:)`` after the page's time limit. Only one task may read the sequence.
public struct PageValues<Element: Sendable>: AsyncSequence, Sendable {
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

  /// Returns all remaining values.
  public func all() async throws -> [Element] {
    var result: [Element] = []
    while let value = try await take() { result.append(value) }
    return result
  }

  /// Returns an iterator that reads with ``next()``.
  public func makeAsyncIterator() -> Iterator {
    Iterator(take: take)
  }

  /// An iterator over the values. Two iterators share the values: each value goes to one of them.
  public struct Iterator: AsyncIteratorProtocol {
    let take: @Sendable () async throws -> Element?

    /// Returns the next value, or `nil` after the last one.
    public func next() async throws -> Element? {
      try await take()
    }
  }
}
