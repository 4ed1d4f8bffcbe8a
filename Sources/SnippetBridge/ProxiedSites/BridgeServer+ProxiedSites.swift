public import DSBridge
package import Foundation
import Logging
import SnippetBridgeHTTP

/// Access to proxied sites, for a module that shows their pages.
extension BridgeServer {
  /// Returns the URL at which browsers reach `path` of a proxied site, as seen from a page of `origin`. Returns `nil`
  /// if there is no site with this name, if the server is not listening yet, or if browsers that use `origin` cannot
  /// reach the site.
  package func address(ofProxiedSite name: String, path: String, seenFrom origin: String) -> URL? {
    guard let seen = WebOrigin(origin), let own = registry.sites.origin(of: name, seenFrom: seen) else { return nil }
    return URL(string: path, relativeTo: URL(string: "\(own)/"))?.absoluteURL
  }

  /// Returns the proxied site to which `url` leads: its target has the same origin as `url`, or `url` has the site's
  /// port and a name of this machine.
  package func proxiedSite(at url: URL) -> ProxiedSite? {
    guard let origin = url.origin else { return nil }
    let sites = registry.sites
    let hasOwnName = origin.host.isLoopback && !sites.isSite(origin.host)
    let entry = sites.entry { $0.proxy.target == origin || hasOwnName && $0.port == origin.port }
    return entry?.site
  }

  /// Returns the target of the proxied site that browsers reach at the origin of `url`, or `nil` if there is none.
  package func target(at url: URL) -> String? {
    url.origin.flatMap { registry.sites.entry(at: $0) }?.proxy.target.description
  }

  /// Returns the permissions of the proxied site that browsers reach at the origin of `url`, or `nil` if there is none.
  package func sitePermissions(at url: URL) -> Set<String>? {
    url.origin.flatMap { registry.sites.entry(at: $0) }?.site.permissions
  }

  /// Returns the sources for a Content-Security-Policy that match all proxied sites, as seen from a page of `origin`.
  package func siteSource(seenFrom origin: String) -> String? {
    WebOrigin(origin).flatMap { registry.sites.hosts.source(seenFrom: $0) }
  }

  /// Returns whether the origin of `url` is one of ``BridgeConfiguration/pageOrigins``. Pages of these origins load the
  /// page script themselves.
  package func isPageOrigin(of url: URL) -> Bool { url.origin.map(configuration.agreed.isPage) ?? false }
}

extension BridgeServer {
  /// Sets the closure that adds interfaces to the pages of a proxied site. Without this call, the pages have no
  /// interfaces.
  ///
  ///     server.prepare(proxiedSite: "shop") { webView in
  ///       webView.addInterface(Catalogue(), by: "catalogue")
  ///     }
  ///
  /// Call this function before the server runs. The closure prepares the site's pages wherever they are shown: in a
  /// browser tab, in an iframe, or in a screen or tab of a shell.
  /// - Parameters:
  ///   - name: The ``ProxiedSite/name``. If there is no site with this name, the server logs a notice.
  ///   - prepare: A closure that is called once for each new web view of the site, on any thread. The closure for the
  ///     server's own pages is not called for these web views.
  public func prepare(proxiedSite name: String, _ prepare: @escaping @Sendable (WebView) async throws -> Void) {
    if !proxiedSites.contains(where: { $0.name == name }) {
      configuration.logger.notice(
        "cannot prepare an unknown proxied site: add it to proxiedSites or pass --remote",
        metadata: ["name": "\(name)"])
    }
    registry.setPreparation(ofProxiedSite: name, prepare)
  }
}
