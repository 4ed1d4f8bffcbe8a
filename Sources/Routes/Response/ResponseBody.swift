/// The body of a ``Response``: bytes that are here, or what a closure writes as long as it likes.
public struct ResponseBody: Sendable {
  package enum Content: Sendable {
    case bytes([UInt8])
    /// Of so many bytes; nil when nobody knows.
    case written(length: Int?, @Sendable (inout any ResponseBodyWriter) async throws -> Void)
    /// Goes on until the client or the server goes.
    case events(@Sendable (any ResponseBodyWriter) async throws -> Void, keepAlive: Duration)
    /// A file's, by its path.
    case file(String)
    /// The server's own, which a middleware hands on.
    case opaque(any Sendable)
  }

  package let content: Content

  package init(_ content: Content) {
    self.content = content
  }

  /// None.
  public init() {
    self.init(.bytes([]))
  }

  /// These bytes.
  public init(bytes: [UInt8]) {
    self.init(.bytes(bytes))
  }

  /// This text, as UTF-8.
  public init(string: String) {
    self.init(.bytes(Array(string.utf8)))
  }

  /// Written by `write`, in a task that is cancelled when the client goes. It may go on for as long as it likes;
  /// without a length it is sent in chunks. A body that ends by an error, or is shorter than its length, breaks the
  /// connection.
  public init(
    contentLength: Int? = nil, _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) {
    self.init(.written(length: contentLength, write))
  }

  /// Each piece of a sequence, when it comes.
  public init<Pieces: AsyncSequence & Sendable>(asyncSequence: Pieces) where Pieces.Element == [UInt8] {
    self.init { writer in
      try await writer.write(asyncSequence)
      try await writer.finish(nil)
    }
  }
}
