/// The pieces of a file that is not to be longer than it may be.
struct DownloadBody<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Element == [UInt8] {
  typealias Element = [UInt8]

  private let base: Base
  private let name: String
  private let limit: Int

  /// `name` is for the error.
  init(_ base: Base, name: String, limit: Int) {
    (self.base, self.name, self.limit) = (base, name, limit)
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), name: name, limit: limit)
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let name: String
    let limit: Int
    var count = 0

    /// Throws a ``DownloadError`` when there is more than there may be.
    mutating func next() async throws -> [UInt8]? {
      guard let piece = try await base.next() else { return nil }
      count += piece.count
      guard count <= limit else {
        throw DownloadError(.size, "\"\(DownloadName(name))\" is longer than the \(limit) bytes that are allowed.")
      }
      return piece
    }
  }
}
