import Foundation
import SnippetBridgeHTTP

extension URL {
  /// The origin, or `nil` for an address without one.
  var origin: WebOrigin? { WebOrigin(of: self) }

  /// Creates the URL that browsers derive from an address in a document or response at `base` (WHATWG, URL Standard,
  /// 4.4).
  ///
  /// Foundation reads some addresses differently. Browsers skip tabs, read `\` as `/`, and accept any number of
  /// slashes before a host.
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
      // An address without slashes after its scheme is a path if its scheme is that of `base`. With the other scheme,
      // of http and https, it begins with a host.
      if !isSame, !head.hasPrefix("//") { head = "//" + head }
    }
    if head.hasPrefix("//") { head = "\(scheme)://" + String(head.drop { $0 == "/" }) }
    guard let url = URL(string: head + String(text[end...]), relativeTo: base)?.absoluteURL else { return nil }
    self = url
  }

  /// The URL with its path escaped in a uniform way, or `nil` if the URL is not absolute.
  ///
  /// The server treats `/%6Eative%2F` and `/native/` as the same address, so an interceptor gets the second form.
  var asRequested: URL? {
    guard scheme != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    components.path = components.path
    return components.url
  }
}
