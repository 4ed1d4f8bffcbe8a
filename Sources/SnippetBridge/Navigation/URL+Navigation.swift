import Foundation
import SnippetBridgeHTTP

extension URL {
  /// Nil for an address that has none.
  var origin: WebOrigin? { WebOrigin(of: self) }

  /// With its path escaped as the server compares it: `/%6Eative%2F` and `/native/` are one address to it, so an
  /// interceptor gets the second. Nil when the url is not absolute.
  var asRequested: URL? {
    guard scheme != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    components.path = components.path
    return components.url
  }
}
