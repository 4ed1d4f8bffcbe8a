extension SiteProxy {
  /// Creates the proxies of all proxied sites, by the indices of their listeners. These listeners follow all
  /// others.
  static func all(
    of configuration: BridgeConfiguration, injecting injection: Injection, trust: TrustPolicy, admission: Admission?,
    navigationPolicy: CurrentPolicy
  ) throws(BridgeServerError) -> [Int: SiteProxy] {
    let visibleCookies = VisibleCookies()
    let hops = SiteHops()
    var proxies: [Int: SiteProxy] = [:]
    var names: Set<String> = []
    for (index, site) in configuration.proxiedSites.enumerated() {
      guard isLabel(site.name) else {
        throw BridgeServerError(
          """
          "\(site.name)" is not a valid name for a proxied site. Use up to 63 lower-case letters, digits and "-", and \
          no "-" at the beginning or end.
          """)
      }
      guard names.insert(site.name).inserted else {
        throw BridgeServerError("Two proxied sites have the name \"\(site.name)\".")
      }
      proxies[1 + configuration.listeners.count + index] = try SiteProxy(
        site, injection: injection, trust: trust, admission: admission,
        navigationPolicy: navigationPolicy, visibleCookies: visibleCookies, hops: hops, configuration: configuration)
    }
    return proxies
  }

  /// Returns whether the name can be used as a host name's label, in front of `.localhost`.
  private static func isLabel(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
    return isPlain && (1...63).contains(name.utf8.count) && !name.hasPrefix("-") && !name.hasSuffix("-")
  }
}
