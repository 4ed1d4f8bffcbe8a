public import Foundation

/// A `Set-Cookie` that came on the way to a page: for the cookies of the web view that shows it.
public struct SnippetCookie: Sendable, Hashable {
  /// Who has set it.
  public let url: URL
  /// The header's value.
  public let field: String
}
