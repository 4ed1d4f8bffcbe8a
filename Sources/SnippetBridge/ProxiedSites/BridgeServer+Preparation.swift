public import DSBridge
import Logging

extension BridgeServer {
  /// Sets the function that adds interfaces to the pages of a proxied site. Without this call, the pages have no
  /// interfaces.
  ///
  ///     server.prepare(proxiedSite: "shop") { webView in
  ///       webView.addInterface(Catalogue(), by: "catalogue")
  ///     }
  ///
  /// Call this function before the server runs. The pages of screens, tabs and iframes are prepared alike.
  /// - Parameters:
  ///   - name: The ``ProxiedSite/name``. A name that the configuration does not have is logged.
  ///   - prepare: Called once for each new web view of the site, on any thread, like the server's own
  ///     preparation.
  public func prepare(
    proxiedSite name: String, _ prepare: @escaping @Sendable (WebView) async throws -> Void
  ) {
    if !configuration.proxiedSites.contains(where: { $0.name == name }) {
      configuration.logger.notice(
        "cannot prepare an unknown proxied site: add it to proxiedSites or pass --remote",
        metadata: ["name": "\(name)"])
    }
    registry.setPreparation(ofProxiedSite: name, prepare)
  }
}
