import Foundation
package import HTTPTypes
import SnippetBridgeHTTP
package import SnippetBridgeWebServer

/// A policy that decides which requests are trusted. A request is trusted if it comes from a document that this server
/// has served under one of its own names, or from a page of a configured page origin.
struct TrustPolicy: Sendable {
  /// The server's host names, in addition to localhost and numeric addresses, which are always accepted. Accepting
  /// localhost and numeric addresses is safe, because DNS rebinding requires a host name that the attacker controls.
  let names: Set<WebHost>
  /// The origins under which proxies serve this server, such as `https://kiosk.example`.
  let origins: Set<WebOrigin>
  /// The origins of other servers whose pages load the page script.
  private let pageOrigins: Set<WebOrigin>
  private let known = KnownAuthorities()

  /// Creates a policy. Throws if a string is not a valid origin or host name.
  ///
  /// The host names in `origins` become names of the server. The host names in `pageOrigins` do not.
  init(names: Set<String>, origins: Set<String> = [], pageOrigins: Set<String> = []) throws(BridgeServerError) {
    let hosts = try names.map { name throws(BridgeServerError) in try Self.host(named: name) }
    self.origins = Set(try origins.map { text throws(BridgeServerError) in try Self.origin(text) })
    self.pageOrigins = Set(try pageOrigins.map { text throws(BridgeServerError) in try Self.origin(text) })
    self.names = Set(hosts).union(self.origins.map(\.host))
  }

  /// Returns the host for a name. Throws if the name cannot occur in a browser's `Host` header.
  static func host(named name: String) throws(BridgeServerError) -> WebHost {
    if name.utf8.allSatisfy({ $0 < 0x80 }), let host = WebHost(name) { return host }
    // If the text is a URL, the error suggests the URL's host in the form that browsers use.
    let url = URL(string: name.contains("://") ? name : "http://\(name)")
    let advice = url?.host(percentEncoded: false).flatMap { WebHost($0) }?.description ?? "kiosk.example"
    throw BridgeServerError("\"\(name)\" is not a host name without scheme, port and path. Write it as \(advice).")
  }

  /// Parses an origin. Throws if the text is not an origin in the form that browsers send.
  private static func origin(_ text: String) throws(BridgeServerError) -> WebOrigin {
    guard let origin = WebOrigin(text) else {
      throw BridgeServerError(
        "\"\(text)\" is not an origin. Write it as https://kiosk.example, with any port but the scheme's default."
      )
    }
    guard "\(origin)" == text.lowercased() else {
      throw BridgeServerError("\"\(text)\" is not an origin as browsers write it. Write \(origin).")
    }
    return origin
  }

  /// Throws if the pages of a page origin could not use this server. Browsers send the server's cookies only for pages
  /// with the same scheme and host name.
  /// - Parameter schemes: The schemes under which browsers reach the server itself.
  func checkPageOrigins(schemes: Set<String>) throws(BridgeServerError) {
    for origin in pageOrigins {
      let isProxied = origins.contains { $0.isSecure == origin.isSecure && $0.host == origin.host }
      guard isOwn(origin.host), schemes.contains(origin.scheme) || isProxied else {
        throw BridgeServerError(
          """
          Pages of "\(origin)" cannot use this server: browsers store its cookie only for pages of the same scheme and \
          host name. Only the port may differ. This server has \(schemes.sorted().joined(separator: " and ")), and the \
          names \((["localhost", "numeric addresses"] + names.map(\.description).sorted()).joined(separator: ", ")).
          """)
      }
    }
  }

  enum Refusal: Equatable {
    case missingHost
    case foreignHost(String)
    case foreignOrigin(String)
    /// A page of a page origin has sent the request to another host name than its own. Browsers do not send the
    /// server's cookies with such a request.
    case otherName(origin: String, authority: String)

    var message: String {
      switch self {
      case .missingHost: "The request names no host."
      case .foreignHost(let host):
        """
        This server does not serve under the name \(host). If the name is the server's own, add it with --name or \
        BridgeConfiguration.names.
        """
      case .foreignOrigin(let origin): "Pages of \(origin) may not use this server."
      case .otherName(let origin, let authority):
        """
        Pages of \(origin) must load the page script by their own host name, not from \(authority): \
        cookies need one name.
        """
      }
    }
  }

  /// Returns the reason why a request is rejected because of its `Host` header, or `nil` if the header names this
  /// server. Every request is checked.
  func hostRefusal(of request: ServerRequest) -> Refusal? { authority(of: request).refusal }

  /// Returns the reason why a request is rejected because of its `Origin` header, or `nil` if the header contains the
  /// server's own origin or a configured origin. Only the bridge's own requests are checked.
  ///
  /// A missing `Origin` header and the value `null` are rejected.
  func originRefusal(of request: ServerRequest) -> Refusal? {
    let text = request.headers[.origin] ?? ""
    guard let origin = WebOrigin(text) else { return .foreignOrigin(text.isEmpty ? "no origin" : text) }
    if isOwn(origin: origin, for: request) { return nil }
    guard pageOrigins.contains(origin) else { return .foreignOrigin(text) }
    return origin.host == self.origin(of: request)?.host
      ? nil : .otherName(origin: text, authority: request.authority ?? "")
  }

  /// Returns whether `origin` is the origin to which the request was sent, or a configured origin.
  func isOwn(origin: WebOrigin?, for request: ServerRequest) -> Bool {
    guard let origin else { return false }
    return origin == self.origin(of: request) || origins.contains(origin)
  }

  /// Returns whether `origin` is the server's own origin or that of another listener with the same host name.
  ///
  /// Pages of other listeners may embed this listener's pages and submit forms to them, but they may not use its
  /// bridge.
  func isKnown(origin: WebOrigin?, for request: ServerRequest) -> Bool {
    if isOwn(origin: origin, for: request) { return true }
    guard let origin, request.listeners.count > 1, origin.host == self.origin(of: request)?.host else { return false }
    return request.listeners.contains {
      $0.hasOwnPages && $0.isSecure == origin.isSecure && $0.port == origin.port
    }
  }

  /// Returns the server's origin as the browser sees it, even if a proxy has terminated TLS. Returns `nil` if the
  /// `Host` header is not a valid host.
  func origin(of request: ServerRequest) -> WebOrigin? { authority(of: request).origin }

  /// Returns whether the browser uses https to reach this server.
  func isSecure(_ request: ServerRequest) -> Bool {
    request.isSecure || !origins.isEmpty && (authority(of: request).isSecure || comesThroughProxy(request))
  }

  /// Returns whether browsers treat the response as potentially trustworthy, which is the case for https and for
  /// content from the local machine (W3C, Secure Contexts, section 3.1).
  func isTrustworthy(_ request: ServerRequest) -> Bool {
    let authority = authority(of: request)
    return authority.isSecure || authority.isLocal || comesThroughProxy(request)
  }

  private func comesThroughProxy(_ request: ServerRequest) -> Bool {
    guard !origins.isEmpty, let named = request.headers[.origin].flatMap({ WebOrigin($0) }) else { return false }
    return named.isSecure && origins.contains(named)
  }

  private func authority(of request: ServerRequest) -> Authority {
    let name = KnownAuthorities.Name(text: request.authority ?? "", isSecure: request.isSecure)
    if let known = known[name] { return known }
    let authority = authority(name)
    known.remember(authority, for: name)
    return authority
  }

  private func authority(_ name: KnownAuthorities.Name) -> Authority {
    guard var origin = WebOrigin(authority: name.text, isSecure: name.isSecure) else {
      return Authority(refusal: name.text.isEmpty ? .missingHost : .foreignHost(name.text), origin: nil, isLocal: false)
    }
    if let proxied = WebOrigin(authority: name.text, isSecure: true), origins.contains(proxied) { origin = proxied }
    return Authority(
      refusal: isOwn(origin.host) ? nil : .foreignHost(name.text), origin: origin, isLocal: origin.host.isLoopback)
  }

  private func isOwn(_ host: WebHost) -> Bool { host.isLoopback || host.isNumeric || names.contains(host) }
}

extension ServerRequest {
  package func header(_ name: HTTPField.Name?) -> String? { name.flatMap { headers[$0] } }
}

extension HTTPField.Name {
  // The names are created only once, because creating a field name validates its text.
  static let fetchMode = HTTPField.Name("Sec-Fetch-Mode")
  package static let fetchDestination = HTTPField.Name("Sec-Fetch-Dest")
  static let upgradeInsecureRequests = HTTPField.Name("Upgrade-Insecure-Requests")
  static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
  static let fetchUser = HTTPField.Name("Sec-Fetch-User")
  /// The header that tells whether a third party has access to its own cookies (W3C, Storage Access Headers). Chromium
  /// and Firefox send it.
  static let fetchStorageAccess = HTTPField.Name("Sec-Fetch-Storage-Access")
  static let serviceWorker = HTTPField.Name("Service-Worker")
  static let bridgeDocument = HTTPField.Name("Bridge-Document")
}
