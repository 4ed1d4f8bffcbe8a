import Foundation
import SnippetBridge

/// Functions that determine the URLs of screens' pages. Pages of other servers are shown as proxied sites, each at its
/// own port. At the shell's port, these pages would have the same origin and the same rights as the shell.
extension ShellModule {
  /// Returns the URL that the iframe of a screen loads, or `nil` for content without an iframe. Throws if the shell
  /// cannot show the page.
  func address(of content: Screen.Content, seenFrom origin: String) throws(ShellError) -> URL? {
    let url = try anyAddress(of: content, seenFrom: origin)
    if let count = url?.absoluteString.utf8.count, count > Self.longestAddress {
      throw ShellError("The address of the page has \(count) bytes. The limit is \(Self.longestAddress).")
    }
    return url
  }

  /// The maximum length of a URL, in bytes. Pages cannot report longer URLs.
  private static let longestAddress = 8192

  private func anyAddress(of content: Screen.Content, seenFrom origin: String) throws(ShellError) -> URL? {
    switch content {
    case .page(let path): try place(of: .path(path), seenFrom: origin)
    case .url(let url): try place(of: .url(url), seenFrom: origin)
    case .snippet(let snippet):
      try place(
        of: snippet.target.address
          ?? .path("/_bridge/pages/" + (snippet.id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")),
        seenFrom: origin)
    case .pages(let pages):
      if let problem = pages.problem { throw problem } else { nil }
    case .native: nil
    case .bound(let content, _): try anyAddress(of: content, seenFrom: origin)
    }
  }

  private func place(of address: Snippet.Address, seenFrom origin: String) throws(ShellError) -> URL {
    switch address {
    case .path(let path):
      guard !path.isEmpty else { throw ShellError("The path of a page is empty. Write for example \"/home.html\".") }
      guard let url = URL(string: path, relativeTo: URL(string: origin + "/"))?.absoluteURL else {
        throw ShellError("\"\(path)\" is not a path of this server.")
      }
      guard origin.isEmpty || url.absoluteString.hasPrefix(origin + "/") else {
        throw problem(ofPath: path, leadingTo: url)
      }
      return url
    case .remote(let name, let path):
      guard let url = server?.address(ofProxiedSite: name, path: path, seenFrom: origin) else {
        throw ShellError(
          "There is no proxied site \"\(name)\". Add it to proxiedSites or pass --remote (docs/guides/proxied-sites.md)."
        )
      }
      return url
    case .url(let url):
      if isOfServer(url, seenFrom: origin) || server?.isPageOrigin(of: url) == true { return url.absoluteURL }
      guard let site = server?.proxiedSite(at: url) else {
        throw ShellError(
          "\(SnippetOrigins.name(of: url)) is another server. Add it as a proxied site (docs/guides/proxied-sites.md).")
      }
      return try place(of: .remote(site.name, path: url.pathAndRest), seenFrom: origin)
    }
  }

  /// Returns the error for a string that should be a path on this server but resolves to a URL on another server.
  private func problem(ofPath path: String, leadingTo url: URL) -> ShellError {
    let place = SnippetOrigins.name(of: url)
    guard let site = server?.proxiedSite(at: url) else {
      return ShellError(
        """
        "\(path)" is not a path of this server, and \(place) is another server. Add it as a proxied site \
        (docs/guides/proxied-sites.md).
        """)
    }
    let text = Snippet.Address.remote(site.name, path: url.pathAndRest).text
    return ShellError(
      """
      "\(path)" is not a path of this server, but an address of the proxied site "\(site.name)". Use \
      .url(URL(string: "\(path)")!), or a snippet with the target "\(text)".
      """)
  }

  /// Returns the URL of the document from which the shell generates a page.
  func source(of address: Snippet.Address) -> URL? {
    switch address {
    case .path(let path): OwnServer.url(path)
    case .remote(let name, let path):
      server?.proxiedSite(named: name).flatMap { URL(string: path, relativeTo: URL(string: $0.target))?.absoluteURL }
    case .url(let url): url
    }
  }
}

extension URL {
  /// The path, the query and the fragment.
  fileprivate var pathAndRest: String { pathAndQuery + (fragment(percentEncoded: true).map { "#\($0)" } ?? "") }
}
