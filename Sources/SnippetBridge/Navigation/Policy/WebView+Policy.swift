import DSBridge
import DSBridgeLocks
import Foundation
import SnippetBridgeHTTP

extension Registry {
  /// Returns the policy's decision about a navigation that a page with this origin starts.
  func decision(about url: URL, in frame: NavigationFrame, seenFrom origin: WebOrigin?) -> NavigationPolicy.Decision {
    policy.value.decision(for: url, in: frame, own: ownOrigins(seenFrom: origin))
  }

  /// Returns the server's own origins, as seen from a page with `origin`. These origins are all ports of the server
  /// under the page's host name, and the configured origins.
  private func ownOrigins(seenFrom origin: WebOrigin?) -> Set<String> {
    let own = configuration.origins.union(configuration.pageOrigins)
    guard let origin else { return own }
    let listeners = configuration.isPage(origin: origin) ? [] : listening.withLock { $0 }
    let others = listeners.map { WebOrigin(isSecure: $0.isSecure, host: origin.host, port: $0.port) }
    return own.union(([origin] + others).map(\.description))
  }
}

extension WebView {
  /// Informs the program and the user of the page that a navigation was stopped.
  nonisolated func deny(_ url: URL, because reason: NavigationPolicy.Reason) {
    tell(.navigationDenied(url: url.absoluteString, reason: reason.description))
    if let text = try? JSONSerializer().encode(reason.description) { tellPage("denied", text) }
  }
}
