package import Foundation

/// The origin of a page in canonical form: scheme, host and port (WHATWG, HTML, 7.1.1). All comparisons of origins use
/// this type.
///
/// A WebSocket URL has the origin of its handshake. For example, the origin of `wss://shop.example` is
/// `https://shop.example`.
package struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
  package let isSecure: Bool
  package let host: WebHost
  package let port: Int

  package init(isSecure: Bool, host: WebHost, port: Int) {
    (self.isSecure, self.host, self.port) = (isSecure, host, port)
  }

  /// Creates the origin of an http, https, ws or wss URL. Returns nil for other schemes, and for hosts that browsers
  /// would interpret differently. User names and passwords are ignored.
  package init?(of url: URL) {
    // `host()` is not used, because it escapes non-ASCII characters, which `WebHost` must convert by IDNA.
    guard let scheme = url.scheme, let isSecure = Self.isSecure(scheme), let text = url.host(percentEncoded: false),
      let host = WebHost(text)
    else { return nil }
    self.init(isSecure: isSecure, host: host, port: url.port ?? Self.usualPort(isSecure))
  }

  /// Creates an origin from text such as `https://shop.example` or `http://[::1]:8080`. A trailing slash is allowed.
  /// Returns nil if the text contains anything else.
  package init?(_ text: some StringProtocol) {
    guard let colon = text.range(of: "://"), let isSecure = Self.isSecure(text[..<colon.lowerBound]) else { return nil }
    var authority = text[colon.upperBound...]
    if authority.hasSuffix("/") { authority.removeLast() }
    self.init(authority: authority, isSecure: isSecure)
  }

  /// Creates the origin of a server from a request's `Host` field: a host, optionally followed by a colon and a port.
  package init?(authority: some StringProtocol, isSecure: Bool) {
    let end = authority.hasPrefix("[") ? authority.lastIndex(of: "]") : nil
    let colon = authority[(end ?? authority.startIndex)...].firstIndex(of: ":")
    let name = authority[..<(colon ?? authority.endIndex)]
    // The host ends at the first colon, so an IPv6 address without brackets, such as `::1`, is not valid.
    guard end != nil || !name.isEmpty, let host = WebHost(name) else { return nil }
    guard let colon else {
      self.init(isSecure: isSecure, host: host, port: Self.usualPort(isSecure))
      return
    }
    let digits = authority[authority.index(after: colon)...]
    guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = Int(digits), (1...65_535).contains(port)
    else { return nil }
    self.init(isSecure: isSecure, host: host, port: port)
  }

  package var scheme: String { isSecure ? "https" : "http" }

  package var hasUsualPort: Bool { port == Self.usualPort(isSecure) }

  /// The host and port in the form of the `Host` header. The port is omitted if it is the scheme's default.
  package var authority: String { hasUsualPort ? "\(host)" : "\(host):\(port)" }

  /// The origin as browsers write it, such as `https://shop.example`.
  package var description: String { "\(scheme)://\(authority)" }

  private static func usualPort(_ isSecure: Bool) -> Int { isSecure ? 443 : 80 }

  private static func isSecure(_ scheme: some StringProtocol) -> Bool? {
    switch scheme.lowercased() {
    case "http", "ws": false
    case "https", "wss": true
    default: nil
    }
  }
}
