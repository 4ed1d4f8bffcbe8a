import Foundation

extension URL {
  /// `http://localhost:8080`, as browsers write an origin; nil for an address that has none.
  var origin: String? {
    guard let scheme = scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = host(percentEncoded: false)?.lowercased()
    else { return nil }
    let isDefault = port == nil || port == (scheme == "http" ? 80 : 443)
    return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(isDefault ? "" : ":\(port ?? 0)")"
  }

  /// With its path escaped as the server compares it: `/%6Eative%2F` and `/native/` are one address to it, so an
  /// interceptor gets the second. Nil when the url is not absolute.
  var asRequested: URL? {
    guard scheme != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    components.path = components.path
    return components.url
  }
}
