import DSBridgeText
import Foundation
import SnippetBridgeHTTP

extension URL {
  /// The origin, or `nil` if the URL has none.
  var origin: WebOrigin? { WebOrigin(of: self) }

  /// Creates a URL from text in a document or response at `base`, in the same way as browsers do (WHATWG, URL Standard,
  /// section 4.4).
  ///
  /// Foundation parses some texts differently. Browsers skip tabs, read `\` as `/`, and accept any number of slashes
  /// before a host.
  init?(readByBrowsers text: String, at base: URL) {
    let spaces = CharacterSet(charactersIn: "\u{0}"..."\u{20}")
    let text: String = text.filter { $0 != "\t" }.trimmingCharacters(in: spaces)
    let end = text.firstIndex { "?#".contains($0) } ?? text.endIndex
    var head = String(text[..<end]).replacing("\\", with: "/")
    var scheme = base.scheme?.lowercased() ?? ""
    if let named = ["http:", "https:"].first(where: { head.lowercased().hasPrefix($0) }) {
      head.removeFirst(named.utf8.count)
      let isSame = named.dropLast() == scheme
      scheme = String(named.dropLast())
      // If no slashes follow the scheme, as in `http:a`, the rest is a path if `base` has the same scheme. If the
      // schemes are different, the rest begins with a host.
      if !isSame, !head.hasPrefix("//") { head = "//" + head }
    }
    if head.hasPrefix("//") { head = "\(scheme)://" + String(head.drop { $0 == "/" }) }
    guard let url = URL(string: head + String(text[end...]), relativeTo: base)?.absoluteURL else { return nil }
    self = url
  }

  /// The URL with its path escaped in a uniform way, or `nil` if the URL is not absolute.
  ///
  /// The server treats `/%6Eative%2F` and `/native/` as the same address. Interceptors always receive the second form.
  /// Bytes that are not UTF-8, such as `%FF`, become U+FFFD, as in the paths that the server compares.
  var asRequested: URL? {
    guard scheme != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    // The decoded path of Foundation would be empty if the escapes are not UTF-8.
    components.path = String(percentEncodedPeer: components.percentEncodedPath.utf8)
    return components.url
  }
}
