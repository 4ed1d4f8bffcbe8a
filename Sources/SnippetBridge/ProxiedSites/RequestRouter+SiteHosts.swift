import HTTPTypes
import Logging
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The check of the host name in requests for proxied sites.
extension RequestRouter {
  /// Returns the response to a request that does not use the host name of a site, or `nil` if it does.
  ///
  /// A navigation with one of the server's own names leads to the site's own name, so that an address such as
  /// `http://localhost:8081/` works in the address bar. All other requests are rejected: if the site were available
  /// under a name of the server, browsers would store the site's data with that of the server.
  func refusal(ofHost request: ServerRequest, for site: ProxiedSite) -> ServerResponse? {
    guard let origin = trust.origin(of: request) else {
      return ErrorPage(.badRequest, detail: TrustPolicy.Refusal.missingHost.message).response()
    }
    if registry.sites.hosts.site(at: origin.host) == site.name { return nil }
    let own = registry.sites.origin(of: site.name, seenFrom: origin)
    if let own, trust.hostRefusal(of: request) == nil, request.isNavigation, request.method == .get {
      // The site's pages could read a token in their address.
      let target = request.target.originForm
      let page = admission == nil ? target : SitePassage.removing({ _ in true }, from: target)
      return ServerResponse(.temporaryRedirect, headers: [.location: "\(own)\(page)", .cacheControl: "no-store"])
    }
    let sentence =
      if let own {
        "The site \"\(site.name)\" is available at \(own), and not under the name \(origin.host)."
      } else {
        """
        The site "\(site.name)" is available only on the server's machine. For browsers on other machines, set \
        --site-domain or BridgeConfiguration.siteDomain.
        """
      }
    logger.warning("a request was refused", metadata: ["reason": "\(sentence)", "peer": "\(request.peer)"])
    return ErrorPage(.misdirectedRequest, detail: sentence).response()
  }
}
