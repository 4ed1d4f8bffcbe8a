import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The parts of a server that the proxies of all sites share.
struct SiteContext: Sendable {
  let configuration: BridgeConfiguration
  /// The server's host names for browsers on other machines.
  let ownNames: [String]
  /// The scripts that are inserted into the pages.
  let pageScript: PageScript
  let trust: TrustPolicy
  let admission: Admission?
  let navigationPolicy: CurrentPolicy
  /// The detector of requests that were forwarded back to this server.
  let hops = SiteHops()

  /// Returns the sources of `frame-ancestors` for a site's page.
  func frameAncestors(for request: ServerRequest) -> String {
    FrameAncestors.sources(configuration.frameAncestors, names: ownNames, for: request)
  }

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

  /// Returns the target of a site. Throws if the name is not valid, if the target is not a valid origin, if the target
  /// is this server, or if the authority file cannot be used.
  /// - Parameter ports: The ports on which the server listens, if it has started.
  static func upstream(
    of site: ProxiedSite, _ configuration: BridgeConfiguration, besides ports: [Int] = []
  ) throws(BridgeServerError) -> Upstream {
    guard isLabel(site.name) else {
      throw BridgeServerError(
        """
        "\(site.name)" is not a valid name for a proxied site. Use up to 63 lower-case letters, digits and "-", and \
        no "-" at the beginning or end.
        """)
    }
    if let permission = site.permissions.first(where: { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) == nil }) {
      throw BridgeServerError(
        "\"\(permission)\" is not a permission of the proxied site \"\(site.name)\". Use a name such as clipboard-read."
      )
    }
    guard let target = WebOrigin(site.target) else {
      throw BridgeServerError(
        """
        The target "\(site.target)" of the proxied site "\(site.name)" is not an origin. Write it as \
        http://localhost:5173.
        """)
    }
    let places =
      configuration.places.map { (host: $0.host, port: $0.port) } + ports.map { (host: configuration.host, port: $0) }
    if let listener = places.first(where: { target.leads(to: $0.host, port: $0.port) }) {
      throw BridgeServerError(
        """
        The target "\(site.target)" of the proxied site "\(site.name)" is this server itself, which listens on \
        \(listener.host), port \(listener.port). Pass the port of the other server.
        """)
    }
    do throws(WebServerError) {
      return try Upstream(target, authorityFile: site.authorityFile)
    } catch {
      throw BridgeServerError("Cannot use the proxied site \"\(site.name)\": \(error.description)")
    }
  }

  /// Returns whether a name is a valid host name label, so that it can precede `.localhost`.
  private static func isLabel(_ name: String) -> Bool {
    name.utf8.count <= 63 && name.wholeMatch(of: /[a-z0-9]([a-z0-9-]*[a-z0-9])?/) != nil
  }
}
