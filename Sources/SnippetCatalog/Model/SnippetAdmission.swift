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

  /// Returns the snippets whose targets are admitted, each with only the admitted resources.
  func admitted(_ snippets: [Snippet]) -> [Snippet] {
    snippets.compactMap(admitted)
  }

  /// Returns the snippet with only the admitted resources, or `nil` if its target is not admitted.
  func admitted(_ snippet: Snippet) -> Snippet? {
    switch snippet.target {
    case .at(let address): guard admits(address, "target", of: snippet) else { return nil }
    case .html: guard admitsText("target", of: snippet) else { return nil }
    }
    var admitted = snippet
    admitted.dynamicResources = snippet.dynamicResources?.filter { resource in
      switch resource.content {
      case .at(let address): admits(address, "dynamicResources", of: snippet)
      case .text: admitsText("dynamicResources", of: snippet)
      }
    }
    if snippet.overrides?.isEmpty == false, !admitsText("overrides", of: snippet) { admitted.overrides = nil }
    return admitted
  }

  private func admits(_ address: Snippet.Address, _ field: String, of snippet: Snippet) -> Bool {
    guard case .url(let url) = address, !origins.admit(url) else { return true }
    refuse(url, field, of: snippet)
    return false
  }

  private func admitsText(_ field: String, of snippet: Snippet) -> Bool {
    guard let list, !origins.admit(list) else { return true }
    refuse(list, field, of: snippet)
    return false
  }

  private func refuse(_ url: URL, _ field: String, of snippet: Snippet) {
    logger.warning(
      "refused a snippet or a part of it: add its origin to `origins:` of the list",
      metadata: [
        "snippet": "\(snippet.id)", "field": "\(field)", "origin": "\(SnippetOrigins.name(of: url).printable)",
      ])
  }
}
