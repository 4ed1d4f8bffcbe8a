/// Where a server's documents come from, when not from a folder (docs/documents.md).
public protocol DocumentSource: Sendable {
  /// The document at a path; nil where there is none. Called for each request, in a task of its own off the event
  /// loops.
  /// - Parameter path: decoded, without a slash at its beginning; a folder's page is at `index.html` in it:
  /// `guide/index.html`.
  func document(at path: String) async throws -> Document?
}

/// A page, or what it loads.
public struct Document: Sendable, ExpressibleByStringInterpolation {
  /// As they are served, but for the bridge's script, which goes into HTML.
  public var bytes: [UInt8]
  /// The value of `Content-Type`; nil for what the path's ending says.
  public var mediaType: String?

  /// As given.
  public init(bytes: [UInt8], mediaType: String? = nil) {
    self.bytes = bytes
    self.mediaType = mediaType
  }

  /// A text, as UTF-8.
  public init(_ text: String, mediaType: String? = nil) {
    self.init(bytes: Array(text.utf8), mediaType: mediaType)
  }

  /// A text, as UTF-8.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
