public import HTTPTypes

/// Takes the pieces of a body.
public protocol ResponseBodyWriter: Sendable {
  /// Sends these bytes soon; returns when there is room for more. Throws when the client has gone.
  mutating func write(_ bytes: [UInt8]) async throws
  /// Says that all is written; to return from the closure says the same. Trailing headers are not sent: no browser
  /// looks at them.
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws
}

extension ResponseBodyWriter {
  /// Sends a text, as UTF-8.
  public mutating func write(_ text: String) async throws {
    try await write(Array(text.utf8))
  }

  /// Sends each piece when it comes.
  public mutating func write<Pieces: AsyncSequence>(_ pieces: Pieces) async throws where Pieces.Element == [UInt8] {
    for try await piece in pieces { try await write(piece) }
  }
}
