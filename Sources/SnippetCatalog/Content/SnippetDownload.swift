import DSBridgeText
import Foundation
import SnippetBridgeWebClient

/// A client that fetches pages and resources as text.
struct SnippetDownload: Sendable {
  let fetch: SnippetFetch
  let resolve: @Sendable (Snippet.Address) -> URL?

  /// Fetches all resources concurrently, without headers. Returns the texts in the order of the addresses. Throws if
  /// any resource cannot be fetched.
  func resources(at addresses: [Snippet.Address]) async throws -> [String] {
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (index, address) in addresses.enumerated() {
        group.addTask { (index, try await text(at: address, headers: [:]).0) }
      }
      var texts = [String](repeating: "", count: addresses.count)
      for try await (index, text) in group { texts[index] = text }
      return texts
    }
  }

  /// Fetches the text at an address. Throws a ``SnippetFailure``.
  func text(at address: Snippet.Address, headers: [String: String]) async throws -> (String, SnippetFetch.Result) {
    if let problem = HTTPSyntax.problem(of: headers) { throw SnippetFailure(.refused, problem) }
    guard let url = resolve(address) else {
      throw SnippetFailure(.unreachable, "There is nothing at \(address.text).")
    }
    // The origin of the address was checked when the snippet was admitted. Only the origins of redirects remain to be
    // checked.
    let result = try await fetch.get(url, headers: headers, limit: fetch.limits.pageBytes)
    var body = result.response.body[...]
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { body = body.dropFirst(3) }
    guard let text = String(validating: body, as: UTF8.self) else {
      throw SnippetFailure(.unreadable, "\(result.url.shown) is not UTF-8 text.")
    }
    return (String(streamSafe: text), result)
  }
}
