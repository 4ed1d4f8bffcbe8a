import Foundation
import SnippetBridge

/// Where the pages of screens are. Those of other servers are shown as remote snippets, at a port of their own: at the
/// shell's own they would be as trusted as the shell.
extension ShellModule {
  /// Where a frame finds what a screen shows; nil for what needs no frame.
  func address(of content: Screen.Content, seenFrom origin: String) throws(ShellError) -> URL? {
    let url = try anyAddress(of: content, seenFrom: origin)
    if let count = url?.absoluteString.utf8.count, count > Self.longestAddress {
      throw ShellError("The address of the page has \(count) bytes, more than \(Self.longestAddress).")
    }
    return url
  }

  /// As long as pages can say where they are.
  private static let longestAddress = 8192

  private func anyAddress(of content: Screen.Content, seenFrom origin: String) throws(ShellError) -> URL? {
    switch content {
    case .page(let path): try place(of: .path(path), seenFrom: origin)
    case .url(let url): try place(of: .url(url), seenFrom: origin)
    case .snippet(let snippet):
      switch snippet.target {
      case .at(let address): try place(of: address, seenFrom: origin)
      case .html:
        try place(
          of: .path(
            "/_bridge/pages/" + (snippet.id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")),
          seenFrom: origin)
      }
    case .pages(let pages):
      if let problem = pages.problem { throw problem } else { nil }
    case .native: nil
    }
  }

  private func place(of address: Snippet.Address, seenFrom origin: String) throws(ShellError) -> URL {
    switch address {
    case .path(let path):
      guard !path.isEmpty else { throw ShellError("A page has no path: \"/home.html\" would be one.") }
      guard let url = URL(string: path, relativeTo: URL(string: origin + "/"))?.absoluteURL else {
        throw ShellError("\"\(path)\" is no path of this server.")
      }
      guard origin.isEmpty || url.absoluteString.hasPrefix(origin + "/") else {
        throw problem(ofPath: path, leadingTo: url)
      }
      return url
    case .remote(let name, let path):
      guard let url = server?.address(ofRemoteSnippet: name, path: path, seenFrom: origin) else {
        throw ShellError(
          "There is no remote snippet \"\(name)\": name it in remoteSnippets, or by --remote (docs/remote-snippets.md)."
        )
      }
      return url
    case .url(let url):
      if isOfServer(url, seenFrom: origin) || server?.isPageOrigin(of: url) == true { return url.absoluteURL }
      guard let remote = server?.remoteSnippet(at: url) else {
        throw ShellError(
          "\(SnippetOrigins.name(of: url)) is another server: make it a remote snippet (docs/remote-snippets.md).")
      }
      return try place(of: .remote(remote.name, path: url.pathAndRest), seenFrom: origin)
    }
  }

  /// Why a page cannot be shown whose "path" is an address of another server.
  private func problem(ofPath path: String, leadingTo url: URL) -> ShellError {
    let place = SnippetOrigins.name(of: url)
    guard let remote = server?.remoteSnippet(at: url) else {
      return ShellError(
        """
        "\(path)" is no path of this server, and \(place) is another one: make it a remote snippet \
        (docs/remote-snippets.md).
        """)
    }
    let text = Snippet.Address.remote(remote.name, path: url.pathAndRest).text
    return ShellError(
      """
      "\(path)" is no path of this server, but an address of the remote snippet "\(remote.name)": show it by \
      .url(URL(string: "\(path)")!), or by a snippet with the target "\(text)".
      """)
  }

  /// Where the shell itself fetches it, to make a page of it.
  func source(of address: Snippet.Address) -> URL? {
    switch address {
    case .path(let path): OwnTransport.url(path)
    case .remote(let name, let path):
      server?.remoteSnippet(named: name).flatMap { URL(string: path, relativeTo: URL(string: $0.target))?.absoluteURL }
    case .url(let url): url
    }
  }
}

extension URL {
  /// What follows the origin.
  fileprivate var pathAndRest: String {
    let path = path(percentEncoded: true)
    return (path.isEmpty ? "/" : path) + (query(percentEncoded: true).map { "?\($0)" } ?? "")
      + (fragment(percentEncoded: true).map { "#\($0)" } ?? "")
  }
}
