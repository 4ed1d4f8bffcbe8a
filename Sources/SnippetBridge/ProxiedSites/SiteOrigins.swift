import Foundation
import SnippetBridgeHTTP

/// The two origins of a proxied site, and the translation of URLs between them. A value type without side effects.
struct SiteOrigins: Sendable, Equatable {
  let target: WebOrigin
  /// The origin under which browsers open the site on this server.
  let own: WebOrigin

  /// Translates a referrer for the target: replaces the origin ``own`` with the target's origin.
  func toTarget(_ address: String) -> String { replacing(own, by: target, in: address) }

  /// Translates a URL in the target's response: replaces the target's origin, in any notation, with ``own``.
  func toOwn(_ address: String) -> String { replacing(target, by: own, in: address) }

  private func replacing(_ origin: WebOrigin, by other: WebOrigin, in address: String) -> String {
    guard let slashes = address.range(of: "//") else { return address }
    let end = address[slashes.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    // A URL without a scheme has the same scheme as the page.
    let start = slashes.lowerBound == address.startIndex ? "\(origin.scheme):" : ""
    return WebOrigin(start + address[..<end]) == origin ? "\(other)" + address[end...] : address
  }
}

extension WebOrigin {
  /// Returns whether this origin is the listener with this host and port. Compares only the names, without resolving
  /// them in DNS. If the origin has another name of this machine, ``SiteHops`` detects the loop on the first request.
  func leads(to listener: String, port: Int) -> Bool {
    guard port == self.port, let listener = WebHost(listener) else { return false }
    if listener == host { return true }
    // Two different IPv4 loopback addresses, such as 127.0.0.1 and 127.0.0.2, cannot both be the listener's address.
    if case .ipv4 = listener, case .ipv4 = host, listener.isLoopback, host.isLoopback { return false }
    return !listener.families.isDisjoint(with: host.families)
  }
}

extension WebHost {
  /// The IP versions (4, 6) for which this host is certainly this machine. Empty if the host may be another machine.
  fileprivate var families: Set<Int> {
    switch self {
    case .name: isLoopback ? [4, 6] : []
    case .ipv4(let address): address == 0 || isLoopback ? [4] : []
    case .ipv6(let bytes): bytes.allSatisfy { $0 == 0 } ? [4, 6] : isLoopback ? [6] : []
    }
  }
}
