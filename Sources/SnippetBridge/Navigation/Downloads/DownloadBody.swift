import SnippetBridgeWebServer

/// The body of a download, as a sequence of byte arrays. Reading fails if the body exceeds a limit or is incomplete.
struct DownloadBody<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Element == [UInt8] {
  typealias Element = [UInt8]

  private let base: Base
  private let name: String
  private let limit: Int

  /// Creates a sequence that throws if the body has more than `limit` bytes. `name` appears in the error's description.
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

    /// Returns the next bytes. Throws a ``DownloadError`` if the body exceeds the limit or is incomplete.
    mutating func next() async throws -> [UInt8]? {
      guard let piece = try await nextOfBase() else { return nil }
      count += piece.count
      guard count <= limit else {
        throw DownloadError(.size, "\"\(DownloadName(name))\" exceeds the limit of \(limit) bytes.")
      }
      return piece
    }

    private mutating func nextOfBase() async throws -> [UInt8]? {
      let what = "\"\(DownloadName(name))\" was not received completely"
      do {
        return try await base.next()
      } catch let failure as UpstreamFailure {
        throw DownloadError(.source, "\(what), because its server failed: \(failure.reason).")
      } catch is RequestBodyError {
        throw DownloadError(.source, "\(what), because the page closed the connection.")
      } catch is WrittenPieces.Broken {
        throw DownloadError(.source, "\(what), because the route that writes it failed.")
      }
    }
  }
}
