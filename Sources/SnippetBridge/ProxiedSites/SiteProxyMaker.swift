import SnippetBridgeWebServer

/// A factory for the proxies of a server's sites. The proxies share the record of cookies, and the object that detects
/// requests that were forwarded back to this server.
struct SiteProxyMaker: Sendable {
  let configuration: BridgeConfiguration
  let injection: SiteProxy.Injection
  let trust: TrustPolicy
  let admission: Admission?
  let navigationPolicy: CurrentPolicy
  private let visibleCookies = VisibleCookies()
  private let hops = SiteHops()

  /// Returns the targets of the configured sites. Throws if a site cannot be used or two sites have the same name.
  static func upstreams(of configuration: BridgeConfiguration) throws(BridgeServerError) -> [Upstream] {
    var names: Set<String> = []
    return try configuration.proxiedSites.map { site throws(BridgeServerError) in
      let upstream = try upstream(of: site, configuration)
      guard names.insert(site.name).inserted else {
        throw BridgeServerError("Two proxied sites have the name \"\(site.name)\".")
      }
      return upstream
    }
  }

  /// Returns the target of a site. Throws if the site's name, target or authority file cannot be used.
  private static func upstream(
    of site: ProxiedSite, _ configuration: BridgeConfiguration
  ) throws(BridgeServerError) -> Upstream {
    guard isLabel(site.name) else {
      throw BridgeServerError(
        """
        "\(site.name)" is not a valid name for a proxied site. Use up to 63 lower-case letters, digits and "-", and \
        no "-" at the beginning or end.
        """)
    }
    return try SiteProxy.upstream(of: site, configuration)
  }

  /// Creates the proxies for the configured sites, keyed by the indices of their listeners. `first` is the index of the
  /// first site's listener.
  func proxies(to upstreams: [Upstream], from first: Int) -> [Int: SiteProxy] {
    Dictionary(uniqueKeysWithValues: zip(first..., zip(configuration.proxiedSites, upstreams).map(proxy)))
  }

  /// Creates the proxy for a site. Throws if the site's name, target or authority file cannot be used.
  func make(_ site: ProxiedSite) throws(BridgeServerError) -> SiteProxy {
    proxy(site, to: try Self.upstream(of: site, configuration))
  }

  private func proxy(_ site: ProxiedSite, to upstream: Upstream) -> SiteProxy {
    SiteProxy(
      site, to: upstream, injection: injection, trust: trust, admission: admission, navigationPolicy: navigationPolicy,
      visibleCookies: visibleCookies, hops: hops, configuration: configuration)
  }

  /// Returns whether a name is a valid host name label, so that it can precede `.localhost`.
  private static func isLabel(_ name: String) -> Bool {
    name.utf8.count <= 63 && name.wholeMatch(of: /[a-z0-9]([a-z0-9-]*[a-z0-9])?/) != nil
  }
}
