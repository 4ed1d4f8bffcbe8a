import HTTPTypes

/// The body of a request: a sequence of byte arrays in the order of arrival. It can be read only once, by one reader.
///
/// The server reads from the client only as fast as the reader consumes the body, so that memory use stays bounded.
public struct RequestBody: AsyncSequence, Sendable {
  /// A part of the body, with at least one byte.
  public typealias Element = [UInt8]

  fileprivate enum Content: Sendable {
    case bytes([UInt8])
    case arriving(any RequestBodySource)
  }

  private let content: Content

  /// Creates a body from bytes that are already in memory.
  public init(bytes: [UInt8] = []) {
    content = .bytes(bytes)
  }

  package init(_ source: any RequestBodySource) {
    content = .arriving(source)
  }

  /// Reads the whole body. Throws an error if the body has more than `limit` bytes, which results in a 413 response.
  /// Also throws if the bodies of all current requests together exceed the server's limit, which results in a 503
  /// response.
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

  /// An iterator over the parts of a body.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var content: Content

    /// Returns the next part, or nil at the end. Throws if the client has disconnected.
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
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(content: content) }
}

/// A source that delivers a body in parts.
package protocol RequestBodySource: Sendable {
  /// Returns the next part, or nil at the end.
  func next() async throws -> [UInt8]?

  /// Reserves `size` bytes of the server's memory limit while the reader collects the body; 0 releases the reservation.
  /// Returns false if the limit would be exceeded.
  func keep(_ size: Int) -> Bool
}
