public import HTTPTypes

/// The body of a ``Response``: bytes, a file, or a closure that writes the body.
public struct ResponseBody: Sendable {
  package enum Content: Sendable {
    case bytes([UInt8])
    /// A body of `length` bytes that the closure writes. The length is nil if it is unknown.
    case written(length: Int?, @Sendable (inout any ResponseBodyWriter) async throws -> Void)
    /// A stream of server-sent events, which ends when the client disconnects or the server shuts down.
    case events(@Sendable (any ResponseBodyWriter) async throws -> Void, keepAlive: Duration)
    /// The file at this path.
    case file(String)
    /// A body of a type that only the server knows. Middleware passes it through unchanged.
    case opaque(any Sendable)
  }

  package let content: Content

  package init(_ content: Content) {
    self.content = content
  }

  /// Creates a body from bytes; an empty body by default.
  public init(bytes: [UInt8] = []) {
    self.init(.bytes(bytes))
  }

  /// Creates a body from a string, encoded as UTF-8.
  public init(string: String) {
    self.init(.bytes(Array(string.utf8)))
  }

  /// Creates a body that the closure `write` writes. Its task is cancelled when the client disconnects, and has no time
  /// limit. Without a length, the server uses chunked encoding. The connection is closed if `write` throws or writes
  /// fewer bytes than `contentLength`.
  public init(
    contentLength: Int? = nil, _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) {
    self.init(.written(length: contentLength, write))
  }

  /// Creates a body from a sequence of byte arrays. Each one is sent when it becomes available.
  public init<Pieces: AsyncSequence & Sendable>(asyncSequence: Pieces) where Pieces.Element == [UInt8] {
    self.init { writer in try await writer.write(asyncSequence) }
  }
}

/// A writer for the body of a response.
public protocol ResponseBodyWriter: Sendable {
  /// Sends the bytes. Returns when the send buffer has room for more. Throws if the client has disconnected.
  mutating func write(_ bytes: [UInt8]) async throws
  /// Ends the body, which also happens when the closure returns. Trailing headers are not sent, because browsers ignore
  /// them.
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws
}

extension ResponseBodyWriter {
  /// Sends the text as UTF-8.
  public mutating func write(_ text: String) async throws {
    try await write(Array(text.utf8))
  }

  /// Sends each byte array of a sequence when it becomes available.
  public mutating func write<Pieces: AsyncSequence>(_ pieces: Pieces) async throws where Pieces.Element == [UInt8] {
    for try await piece in pieces { try await write(piece) }
  }
}
