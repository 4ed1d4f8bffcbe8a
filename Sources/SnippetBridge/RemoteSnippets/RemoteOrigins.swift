/// The two origins of a remote snippet, and what is the other's word for an address. Pure.
struct RemoteOrigins: Sendable, Equatable {
  /// The target's, as browsers write it: `http://localhost:5173`.
  let target: String
  /// Under which the browser sees it: `http://localhost:8081`.
  let own: String

  /// A referrer for the target: the own origin becomes the target's.
  func toTarget(_ address: String) -> String { replacing(own, by: target, in: address) ?? address }

  /// An address in the target's answer: one of the target's, whatever its scheme and however it is written, becomes
  /// relative to the own origin.
  func toOwn(_ address: String) -> String {
    if address.hasPrefix("//") {
      let scheme = target.prefix { $0 != ":" }
      guard let replaced = replacing(target, by: own, in: "\(scheme):\(address)") else { return address }
      return replaced
    }
    return replacing(target, by: own, in: address) ?? address
  }

  /// Nil where the address is not of that origin.
  private func replacing(_ origin: String, by other: String, in address: String) -> String? {
    guard address.utf8.count >= origin.utf8.count else { return nil }
    let start = address.utf8.prefix(origin.utf8.count)
    guard String(start)?.lowercased() == origin.lowercased() else { return nil }
    let rest = address.utf8.dropFirst(origin.utf8.count)
    switch rest.first {
    case nil, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break
    // The usual port, written out.
    case UInt8(ascii: ":"):
      let usual = origin.lowercased().hasPrefix("https:") ? ":443" : ":80"
      guard let text = String(rest), text.hasPrefix(usual), hasNoPort(origin) else { return nil }
      return replacing(origin, by: other, in: origin + text.dropFirst(usual.count))
    default: return nil
    }
    return other + (String(rest) ?? "")
  }

  private func hasNoPort(_ origin: String) -> Bool {
    guard let last = origin.lastIndex(of: ":") else { return true }
    return !origin[origin.index(after: last)...].allSatisfy(\.isNumber)
  }
}
