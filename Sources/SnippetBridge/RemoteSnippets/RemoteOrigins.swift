import Foundation
import SnippetBridgeHTTP

/// The two origins of a remote snippet, and what is the other's word for an address. Pure.
struct RemoteOrigins: Sendable, Equatable {
  let target: WebOrigin
  /// Under which the browser sees it.
  let own: WebOrigin

  /// A referrer for the target: the own origin becomes the target's.
  func toTarget(_ address: String) -> String { replacing(own, by: target, in: address) }

  /// An address in the target's answer: one of the target's, whatever its scheme and however it is written, becomes
  /// relative to the own origin.
  func toOwn(_ address: String) -> String { replacing(target, by: own, in: address) }

  private func replacing(_ origin: WebOrigin, by other: WebOrigin, in address: String) -> String {
    guard let slashes = address.range(of: "//") else { return address }
    let end = address[slashes.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    // Without a scheme it is that of the page.
    let start = slashes.lowerBound == address.startIndex ? "\(origin.scheme):" : ""
    return WebOrigin(start + address[..<end]) == origin ? "\(other)" + address[end...] : address
  }
}
