public import HTTPTypes
public import Routes

/// Headers that the documents of some paths have.
public struct DocumentHeaders: Sendable {
  /// As routes write them: `/assets/**`, `/*.html`. A folder's page is at `index.html` in it.
  public var path: RouterPath
  /// They take the place of the usual ones of the same names.
  public var headers: HTTPFields

  /// As given.
  public init(_ path: RouterPath, _ headers: HTTPFields) {
    self.path = path
    self.headers = headers
  }
}
