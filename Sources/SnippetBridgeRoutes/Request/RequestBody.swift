import HTTPTypes

/// The body of a request as a sequence of pieces, in the order of arrival. It has one reader and can be read once.
///
/// The server reads from the client only as fast as the reader consumes pieces, so memory does not grow with the
/// body.
public struct RequestBody: AsyncSequence, Sendable {
  /// A piece with at least one byte.
  public typealias Element = [UInt8]

  fileprivate enum Content: Sendable {
    case bytes([UInt8])
    case arriving(any RequestBodySource)
  }

  private let content: Content

  /// Creates a body from bytes that have been received completely.
  public init(bytes: [UInt8] = []) {
    content = .bytes(bytes)
  }

  package init(_ source: any RequestBodySource) {
    content = .arriving(source)
  }

  /// Reads the whole body. Throws an error that is answered with 413 if the body has more than `limit` bytes. The error
  /// is answered with 503 if all arriving bodies together exceed the server's budget.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    defer { _ = keep(0) }
    for try await piece in self {
      guard bytes.count + piece.count <= limit else {
        throw HTTPError(.contentTooLarge, message: "The body is over the limit of \(limit) bytes.")
      }
      guard keep(bytes.count + piece.count) else {
        throw HTTPError(.serviceUnavailable, message: "The server is receiving too much data. Retry later.")
      }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
    }
    return bytes
  }

  private func keep(_ size: Int) -> Bool {
    guard case .arriving(let source) = content else { return true }
    return source.keep(size)
  }

  /// An iterator over the pieces of a body.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var content: Content

    fileprivate init(_ content: Content) {
      self.content = content
    }

    /// Returns the next piece, or nil at the end. Throws if the client has disconnected.
    public mutating func next() async throws -> [UInt8]? {
      switch content {
      case .bytes(let bytes):
        content = .bytes([])
        return bytes.isEmpty ? nil : bytes
      case .arriving(let source): return try await source.next()
      }
    }
  }

  /// Creates an iterator for `for try await`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(content) }
}

/// A source of the pieces of a body.
package protocol RequestBodySource: Sendable {
  /// Returns the next piece, or nil at the end.
  func next() async throws -> [UInt8]?

  /// Reserves `size` bytes of the server's budget while the reader collects the body; 0 releases them. Returns false if
  /// the budget is exhausted.
  func keep(_ size: Int) -> Bool
}
