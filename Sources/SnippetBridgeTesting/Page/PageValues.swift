/// Values that reach the page one after another. Waiting for one throws ``TestPageError/timeout(waitingFor:)`` after
/// the page's time limit. To be read by one task.
public struct PageValues<Element: Sendable>: AsyncSequence, Sendable {
  private let take: @Sendable () async throws -> Element?

  init(_ take: @escaping @Sendable () async throws -> Element?) {
    self.take = take
  }

  init<Raw>(_ inlet: Inlet<Raw>, _ transform: @escaping @Sendable (Raw) throws -> Element) {
    take = { try await inlet.next().map(transform) }
  }

  /// The next value; nil after the last.
  public func next() async throws -> Element? {
    try await take()
  }

  /// All that are still to come, up to the last.
  public func all() async throws -> [Element] {
    var result: [Element] = []
    while let value = try await take() { result.append(value) }
    return result
  }

  /// Reads with ``next()``.
  public func makeAsyncIterator() -> Iterator {
    Iterator(take: take)
  }

  /// Takes the values; two iterators share them.
  public struct Iterator: AsyncIteratorProtocol {
    let take: @Sendable () async throws -> Element?

    /// The next value; nil after the last.
    public func next() async throws -> Element? {
      try await take()
    }
  }
}
