import DSBridge
import DSBridgeLocks
import Foundation
import SnippetBridgeHTTP

extension Registry {
  /// Returns the policy's decision about a navigation that a page with this origin starts.
  func decision(about url: URL, in frame: NavigationFrame, seenFrom origin: WebOrigin?) -> NavigationPolicy.Decision {
    policy.value.decision(for: url, in: frame, own: ownOrigins(seenFrom: origin))
  }

  /// Returns the server's own origins, as seen from a page with `origin`. These origins are the ports of the server's
  /// own pages under the page's host name, the proxied sites, and the configured origins.
  private func ownOrigins(seenFrom origin: WebOrigin?) -> Set<String> {
    let own = configuration.origins.union(configuration.pageOrigins)
    guard let origin else { return own }
    if configuration.isPage(origin: origin) { return own.union(["\(origin)"]) }
    // A site has another host name than the server's own pages.
    let hosts = sites.isSite(origin.host) ? sites.hosts.ownHosts(seenFrom: origin.host) : [origin.host]
    let pages = listening.withLock { $0 }.filter(\.hasOwnPages).flatMap { listener in
      hosts.map { WebOrigin(isSecure: listener.isSecure, host: $0, port: listener.port) }
    }
    let shown = sites.sites.compactMap { sites.origin(of: $0.name, seenFrom: origin) }
    return own.union(([origin] + pages + shown).map(\.description))
  }
}

extension WebView {
  /// Informs the program and the user of the page that a navigation was stopped.
  nonisolated func deny(_ url: URL, because reason: NavigationPolicy.Reason) {
    tell(.navigationDenied(url: url.absoluteString, reason: reason.description))
    if let text = try? JSONSerializer().encode(reason.description) { tellPage("denied", text) }
  }
}
