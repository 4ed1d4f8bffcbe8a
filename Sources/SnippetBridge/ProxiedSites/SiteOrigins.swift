import Foundation
import SnippetBridgeHTTP

/// The two origins of a proxied site, and the translation of addresses between them. A pure value.
struct SiteOrigins: Sendable, Equatable {
  let target: WebOrigin
  /// The origin under which the browser sees the site.
  let own: WebOrigin

  /// Translates a referrer for the target: the own origin is replaced by the target's.
  func toTarget(_ address: String) -> String { replacing(own, by: target, in: address) }

  /// Translates an address in the target's response: the target's origin, in every spelling, is replaced by the own
  /// origin.
  func toOwn(_ address: String) -> String { replacing(target, by: own, in: address) }

  private func replacing(_ origin: WebOrigin, by other: WebOrigin, in address: String) -> String {
    guard let slashes = address.range(of: "//") else { return address }
    let end = address[slashes.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    // An address without a scheme has the scheme of the page.
    let start = slashes.lowerBound == address.startIndex ? "\(origin.scheme):" : ""
    return WebOrigin(start + address[..<end]) == origin ? "\(other)" + address[end...] : address
  }
}
