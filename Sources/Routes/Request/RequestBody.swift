import HTTPTypes

/// What came with a request, in pieces, as it arrives. For one reader, once.
///
/// Pieces that were not read yet wait at the client: memory does not grow with the body.
public struct RequestBody: AsyncSequence, Sendable {
  /// A piece, of any length but 0.
  public typealias Element = [UInt8]

  fileprivate enum Content: Sendable {
    case bytes([UInt8])
    case arriving(any RequestBodySource)
  }

  private let content: Content

  /// One that is here already.
  public init(bytes: [UInt8] = []) {
    content = .bytes(bytes)
  }

  package init(_ source: any RequestBodySource) {
    content = .arriving(source)
  }

  /// All of it. More than `limit` bytes are answered 413; and 503 what, with all bodies that are arriving, is more than
  /// the server has room for.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    defer { _ = keep(0) }
    for try await piece in self {
      guard bytes.count + piece.count <= limit else {
        throw HTTPError(.contentTooLarge, message: "The body is over the limit of \(limit) bytes.")
      }
      guard keep(bytes.count + piece.count) else {
        throw HTTPError(.serviceUnavailable, message: "Too much is arriving here. Send it again later.")
      }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
    }
    return bytes
  }

  private func keep(_ size: Int) -> Bool {
    guard case .arriving(let source) = content else { return true }
    return source.keep(size)
  }

  /// Reads it.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var content: Content

    fileprivate init(_ content: Content) {
      self.content = content
    }

    /// Nil at the end. Throws when the client has gone before.
    public mutating func next() async throws -> [UInt8]? {
      switch content {
      case .bytes(let bytes):
        content = .bytes([])
        return bytes.isEmpty ? nil : bytes
      case .arriving(let source): return try await source.next()
      }
    }
  }

  /// For `for try await`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(content) }
}

/// Where the pieces of a body come from.
package protocol RequestBodySource: Sendable {
  /// Nil at the end.
  func next() async throws -> [UInt8]?

  /// Says that the reader keeps so many bytes of it until it has all; 0: none any more. False where there is no room.
  func keep(_ size: Int) -> Bool
}
