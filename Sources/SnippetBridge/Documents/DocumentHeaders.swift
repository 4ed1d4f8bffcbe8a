public import HTTPTypes
public import SnippetBridgeRoutes

/// Headers for documents whose paths match a pattern.
public struct DocumentHeaders: Sendable {
  /// The pattern, in the syntax of a route path: `/assets/**`, `/*.html`. For the page of a folder, the pattern must
  /// match the path of the folder's `index.html`, such as `/guide/index.html`.
  public var path: RouterPath
  /// The headers to set. They replace default headers of the same names.
  public var headers: HTTPFields

  /// Creates headers for documents whose paths match `path`.
  public init(_ path: RouterPath, _ headers: HTTPFields) {
    self.path = path
    self.headers = headers
  }
}
