import Foundation
import Logging

/// A filter that removes content whose origin the program has not admitted: whole snippets, or a snippet's single
/// resources, its overrides, its template's values and its headers. For each removal, the log names the snippet, the
/// part and the origin.
struct SnippetAdmission: Sendable {
  let origins: SnippetOrigins
  /// The URL of the list. Pages, style sheets and scripts that the list contains as text are treated as content from
  /// the origin of this URL. `nil` for a list of the program itself, whose texts are always admitted.
  let list: URL?
  let logger: Logger

  /// Returns the snippet with only the admitted parts, or `nil` if its target is not admitted.
  ///
  /// A list from a server that is not admitted may choose which of the program's pages are shown, and give them names.
  /// It may not change what these pages contain: a template does not escape the values of props, and headers change the
  /// response to the request for a page.
  func admitted(_ snippet: Snippet) -> Snippet? {
    guard admits(snippet.target.address, "target", of: snippet) else { return nil }
    var admitted = snippet
    admitted.dynamicResources = snippet.dynamicResources?.filter {
      admits($0.content.address, "dynamicResources", of: snippet)
    }
    if snippet.overrides?.isEmpty == false, !admits(nil, "overrides", of: snippet) { admitted.overrides = nil }
    let isFilledIn = snippet.engine == .mustache && ![nil, .dictionary([:])].contains(snippet.props)
    if isFilledIn, !admits(nil, "engine", of: snippet) { admitted.engine = nil }
    if snippet.headers?.isEmpty == false, !admits(nil, "headers", of: snippet) { admitted.headers = nil }
    return admitted
  }

  /// Returns whether content is admitted.
  /// - Parameter address: the address of the content; `nil` for a text in the list.
  private func admits(_ address: Snippet.Address?, _ field: String, of snippet: Snippet) -> Bool {
    let url: URL? =
      switch address {
      case .url(let url): url
      case .path, .remote: nil
      case nil: list
      }
    guard let url, !origins.admit(url) else { return true }
    logger.warning(
      "refused a snippet or a part of it: add its origin to `origins:` of the list",
      metadata: [
        "snippet": "\(snippet.id)", "field": "\(field)", "origin": "\(SnippetOrigins.name(of: url).printable)",
      ])
    return false
  }
}
