public import HTTPTypes
public import SnippetBridgeRoutes

/// Headers for the documents whose paths match a pattern.
public struct DocumentHeaders: Sendable {
  /// The pattern, written like a route: `/assets/**`, `/*.html`. For the page of a folder, the pattern must match the
  /// path of its `index.html`, such as `/guide/index.html`.
  public var path: RouterPath
  /// The headers to set. They replace the default headers of the same names.
  public var headers: HTTPFields

  /// Creates headers for the documents that match `path`.
  public init(_ path: RouterPath, _ headers: HTTPFields) {
    self.path = path
    self.headers = headers
  }
}
