import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The host names under which browsers reach proxied sites. A value type without side effects.
///
/// Each site has a host name of its own, because browsers keep cookies for a host name, and storage, caches, service
/// workers and permissions for an origin. Thus nothing that one site stores in a browser reaches another site or the
/// server's own pages.
struct SiteHosts: Sendable {
  /// The domain of the sites for browsers on other machines, or `nil` if only browsers on this machine can open them.
  let domain: WebHost?
  /// The host names of the server's own pages for browsers on other machines.
  private let names: [WebHost]

  private static let local = WebHost.name("localhost")

  /// Creates the host names for a configuration. The domain must be valid; see ``domain(_:)``.
  init(_ configuration: BridgeConfiguration) {
    domain = configuration.siteDomain.flatMap { try? Self.domain($0) }
    names = configuration.names.compactMap { WebHost($0) } + configuration.origins.compactMap { WebOrigin($0)?.host }
  }

  /// Parses ``BridgeConfiguration/siteDomain``. Throws if host names cannot end with it.
  static func domain(_ text: String) throws(BridgeServerError) -> WebHost {
    let host = try TrustPolicy.host(named: text)
    guard !host.isNumeric, !host.isLoopback else {
      throw BridgeServerError(
        """
        "\(text)" cannot be the domain of the proxied sites for other machines. Use a domain below which DNS resolves \
        all names to this server, such as sites.example.
        """)
    }
    return host
  }

  /// Returns the host name of a site for a browser that reaches this server under `host`, or `nil` if such a browser
  /// cannot reach the site.
  func host(of site: String, seenFrom host: WebHost) -> WebHost? {
    (host.isLoopback ? Self.local : domain).flatMap { WebHost("\(site).\($0)") }
  }

  /// Returns the name of the site that has a host name, or `nil` if no site can have it.
  func site(at host: WebHost) -> String? {
    guard case .name(let name) = host, let parent = host.parent, parent == Self.local || parent == domain else {
      return nil
    }
    return String(name.prefix { $0 != "." })
  }

  /// Returns the hosts under which a browser reaches the server's own pages, if it reaches a site under `host`.
  func ownHosts(seenFrom host: WebHost) -> [WebHost] {
    host.isLoopback ? [Self.local, .ipv4(0x7F00_0001), .ipv6([UInt8](repeating: 0, count: 15) + [1])] : names
  }

  /// Returns the name of the site whose host name is `host` or a domain above it. Such a site can set cookies for
  /// `host`.
  func site(above host: WebHost) -> String? {
    var host: WebHost? = host
    while let current = host {
      if let site = site(at: current) { return site }
      host = current.parent
    }
    return nil
  }

  /// Returns the sources for a Content-Security-Policy that match all sites, as seen from a page of this server.
  func source(seenFrom origin: WebOrigin) -> String? {
    (origin.host.isLoopback ? Self.local : domain).map { "\(origin.scheme)://*.\($0):*" }
  }
}

extension WebHost {
  /// Throws if a site below this domain could set cookies for one of the server's names, or the other way round.
  func check(besides names: Set<WebHost>) throws(BridgeServerError) {
    guard let name = names.first(where: { $0 == self || $0.isSubdomain(of: self) || isSubdomain(of: $0) }) else {
      return
    }
    throw BridgeServerError(
      """
      The domain of the proxied sites, \(self), and the server's name \(name) must not contain each other, because \
      browsers would send cookies of the sites to the server. Use a domain of its own, such as sites.example.
      """)
  }
}
