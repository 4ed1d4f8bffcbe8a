package import Foundation

/// The scheme, host and port that browsers compare pages by (WHATWG, HTML, 7.1.1), in one spelling: all that compares
/// origins compares these.
///
/// The scheme of a WebSocket is that of its handshake: `wss://shop.example` is `https://shop.example`.
package struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
  package let isSecure: Bool
  package let host: WebHost
  package let port: Int

  package init(isSecure: Bool, host: WebHost, port: Int) {
    (self.isSecure, self.host, self.port) = (isSecure, host, port)
  }

  /// The origin of an address by http, https, ws or wss. Nil for other schemes, and where there is no host that
  /// browsers agree about. A user's name and password are no part of it.
  package init?(of url: URL) {
    // Not `host()`: that escapes what is not ASCII, which `WebHost` turns into ASCII by IDNA.
    guard let scheme = url.scheme, let isSecure = Self.isSecure(scheme), let text = url.host(percentEncoded: false),
      let host = WebHost(text)
    else { return nil }
    self.init(isSecure: isSecure, host: host, port: url.port ?? Self.usualPort(isSecure))
  }

  /// An origin as people and browsers write it: `https://shop.example`, `http://[::1]:8080`, with a slash at its end or
  /// without. Nil for whatever has more than scheme, host and port.
  package init?(_ text: some StringProtocol) {
    guard let colon = text.range(of: "://"), let isSecure = Self.isSecure(text[..<colon.lowerBound]) else { return nil }
    var authority = text[colon.upperBound...]
    if authority.hasSuffix("/") { authority.removeLast() }
    self.init(authority: authority, isSecure: isSecure)
  }

  /// The origin of a server that is asked by this `Host`: a host, and a port after a colon unless it is the usual one.
  package init?(authority: some StringProtocol, isSecure: Bool) {
    let end = authority.hasPrefix("[") ? authority.lastIndex(of: "]") : nil
    let colon = authority[(end ?? authority.startIndex)...].firstIndex(of: ":")
    let name = authority[..<(colon ?? authority.endIndex)]
    // Of an IPv6 address without brackets, no more than the beginning would be the host.
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

  /// As `Host` names it: the port only where it is not the usual one.
  package var authority: String { hasUsualPort ? "\(host)" : "\(host):\(port)" }

  /// As browsers write it: `https://shop.example`.
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
