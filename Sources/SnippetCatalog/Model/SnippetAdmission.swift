import Foundation
import Logging

/// A filter that removes content whose origin the program has not admitted: whole snippets, or a snippet's single
/// resources and its overrides. For each removal, the log names the snippet, the part and the origin.
struct SnippetAdmission: Sendable {
  let origins: SnippetOrigins
  /// The URL of the list. Pages, style sheets and scripts that the list contains as text are treated as content from
  /// the origin of this URL. `nil` for a list of the program itself, whose texts are always admitted.
  let list: URL?
  let logger: Logger

  /// Returns the snippet with only the admitted resources, or `nil` if its target is not admitted.
  func admitted(_ snippet: Snippet) -> Snippet? {
    guard admits(snippet.target.address, "target", of: snippet) else { return nil }
    var admitted = snippet
    admitted.dynamicResources = snippet.dynamicResources?.filter {
      admits($0.content.address, "dynamicResources", of: snippet)
    }
    if snippet.overrides?.isEmpty == false, !admits(nil, "overrides", of: snippet) { admitted.overrides = nil }
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
