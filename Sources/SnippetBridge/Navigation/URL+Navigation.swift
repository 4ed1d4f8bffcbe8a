import Foundation
import SnippetBridgeHTTP

extension URL {
  /// Nil for an address that has none.
  var origin: WebOrigin? { WebOrigin(of: self) }

  /// What browsers understand by an address in a document or a response at `base` (WHATWG, URL Standard, 4.4), where
  /// Foundation understands another: they skip tabs, take `\` for `/`, and a host follows any number of slashes.
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
      // With the scheme of the page, a host needs its slashes.
      if !isSame, !head.hasPrefix("//") { head = "//" + head }
    }
    if head.hasPrefix("//") { head = "\(scheme)://" + String(head.drop { $0 == "/" }) }
    guard let url = URL(string: head + String(text[end...]), relativeTo: base)?.absoluteURL else { return nil }
    self = url
  }

  /// With its path escaped as the server compares it: `/%6Eative%2F` and `/native/` are one address to it, so an
  /// interceptor gets the second. Nil when the url is not absolute.
  var asRequested: URL? {
    guard scheme != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    components.path = components.path
    return components.url
  }
}
