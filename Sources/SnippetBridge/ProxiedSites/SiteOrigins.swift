import Foundation
import SnippetBridgeHTTP

/// The two origins of a proxied site, and the translation of addresses between them. A pure value.
struct SiteOrigins: Sendable, Equatable {
  let target: WebOrigin
  /// The origin under which the browser sees the site.
  let own: WebOrigin

  /// Translates a referrer for the target: replaces the origin ``own`` by that of the target.
  func toTarget(_ address: String) -> String { replacing(own, by: target, in: address) }

  /// Translates an address in the target's response: replaces the target's origin, in every spelling, by ``own``.
  func toOwn(_ address: String) -> String { replacing(target, by: own, in: address) }

  private func replacing(_ origin: WebOrigin, by other: WebOrigin, in address: String) -> String {
    guard let slashes = address.range(of: "//") else { return address }
    let end = address[slashes.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    // An address without a scheme has the scheme of the page.
    let start = slashes.lowerBound == address.startIndex ? "\(origin.scheme):" : ""
    return WebOrigin(start + address[..<end]) == origin ? "\(other)" + address[end...] : address
  }
}

extension WebOrigin {
  /// Returns whether this origin is the listener on this host and port. Compares only the names, without resolving
  /// them. Other names that lead back to this server are detected at the first request (``SiteHops``).
  func leads(to listener: String, port: Int) -> Bool {
    guard port == self.port, let listener = WebHost(listener) else { return false }
    if listener == host { return true }
    // 127.0.0.1 and 127.0.0.2 are different addresses, and only one of them is this server.
    if case .ipv4 = listener, case .ipv4 = host, listener.isLoopback, host.isLoopback { return false }
    return !listener.families.isDisjoint(with: host.families)
  }
}

extension WebHost {
  /// The IP versions (4, 6) in which this host surely is this machine. Empty if it may be another machine.
  fileprivate var families: Set<Int> {
    switch self {
    case .name: isLoopback ? [4, 6] : []
    case .ipv4(let address): address == 0 || isLoopback ? [4] : []
    case .ipv6(let bytes): bytes.allSatisfy { $0 == 0 } ? [4, 6] : isLoopback ? [6] : []
    }
  }
}
