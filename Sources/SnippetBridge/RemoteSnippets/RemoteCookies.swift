/// Cookies of a remote snippet on their way. Browsers send a cookie to all ports of a host: so those that no script can
/// read have the snippet's name in theirs, and get to no other target. Pure.
struct RemoteCookies: Sendable {
  let snippet: String
  /// The browser comes by https.
  let isSecure: Bool

  struct Pair: Equatable {
    var name: String
    var value: String
  }

  private var prefix: String { "bridge.\(snippet)." }

  /// The cookies of a `Cookie`, in its order. A value begins with its `=`.
  static func pairs(of value: String) -> [Pair] {
    value.split(separator: ";").map { pair in
      let pair = pair.drop { $0 == " " }
      let name = pair.prefix { $0 != "=" }
      return Pair(name: String(name), value: String(pair.dropFirst(name.count)))
    }
  }

  /// What the target gets of a `Cookie`, in its order; nil for nothing. `isForeign` says whose cookie a script can read
  /// that is not this snippet's.
  func toTarget(_ value: String, isForeign: (Pair) -> Bool = { _ in false }) -> String? {
    let pairs = Self.pairs(of: value)
    let own = Set(pairs.lazy.map(\.name).filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) })
    let kept = pairs.compactMap { pair -> String? in
      if pair.name.hasPrefix(prefix) { return pair.name.dropFirst(prefix.count) + pair.value }
      // The bridge's own, another snippet's, and one that stands beside this snippet's.
      let isOthers = pair.name.hasPrefix("bridge.") || Self.isOfBridge(pair.name) || own.contains(pair.name[...])
      return isOthers || isForeign(pair) ? nil : pair.name + pair.value
    }
    return kept.isEmpty ? nil : kept.joined(separator: "; ")
  }

  /// The most bytes of a cookie's name, as the browser gets it, and its value. Browsers keep no longer ones.
  static let maximumSize = 4096

  /// What the browser gets of a `Set-Cookie`.
  struct Setting: Equatable {
    /// The values of `Set-Cookie`, at least one. The others end a cookie that the first one replaces.
    var headers: [String]
    /// Nil where no script can read the cookie.
    var visible: Pair?
  }

  /// What the browser gets of a `Set-Cookie`; nil where it would set one of the bridge's own, or is too long. `Domain`
  /// names the target. `Secure`, over plain http, goes with what needs it, or not every browser would keep the cookie.
  ///
  /// For the target a name is one cookie, whether scripts can read it or not; here it is two. So setting, or deleting,
  /// one of them ends the other, as frameworks delete a cookie without repeating `HttpOnly` (Django, aiohttp).
  /// - Parameter ownVisible: whether this snippet has a cookie of a name that scripts can read.
  func toBrowser(_ value: String, ownVisible: (String) -> Bool = { _ in false }) -> Setting? {
    let parts = value.split(separator: ";", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " || $0 == "\t" })
    }
    let name = String(parts[0].prefix { $0 != "=" })
    guard !Self.isOfBridge(name), !name.hasPrefix("bridge.") else { return nil }
    // Browsers send a cookie without a name as its value alone, which reads like another cookie.
    let isNameless = name.allSatisfy { $0 == " " || $0 == "\t" } || name.count == parts[0].count
    if isNameless, ["bridge-", "bridge."].contains(where: parts[0].contains) { return nil }
    let pair = Pair(name: name, value: String(parts[0].dropFirst(name.count)))
    let isHidden = parts.dropFirst().contains { Self.attribute($0) == "httponly" }
    let cookie = isHidden ? prefix + parts[0] : parts[0]
    guard cookie.utf8.count <= Self.maximumSize else { return nil }
    var headers = [([cookie] + attributes(parts.dropFirst(), of: name, isHidden: isHidden)).joined(separator: "; ")]
    if !isNameless, !isHidden || ownVisible(name) {
      headers.append(ending(isHidden ? name : prefix + name, parts.dropFirst(), of: name, isHidden: !isHidden))
    }
    return Setting(headers: headers, visible: isHidden ? nil : pair)
  }

  /// The lower-case name of an attribute of a `Set-Cookie`.
  private static func attribute(_ part: String) -> String { part.prefix { $0 != "=" && $0 != " " }.lowercased() }

  private func attributes(_ attributes: ArraySlice<String>, of name: String, isHidden: Bool) -> [String] {
    let needsSecure = !isHidden && ["__host-", "__secure-"].contains { name.lowercased().hasPrefix($0) }
    let kept = attributes.filter { Self.attribute($0) != "domain" }
    guard !isSecure, !needsSecure else { return kept }
    return kept.filter { !["secure", "partitioned"].contains(Self.attribute($0)) }
      .map { $0.lowercased().filter { $0 != " " } == "samesite=none" ? "SameSite=Lax" : $0 }
  }

  /// Ends a cookie of the same path. `name` is what the target calls it.
  private func ending(_ sent: String, _ attributes: ArraySlice<String>, of name: String, isHidden: Bool) -> String {
    let kept = self.attributes(attributes, of: name, isHidden: isHidden)
      .filter { !["expires", "max-age", "httponly"].contains(Self.attribute($0)) }
    return (["\(sent)=", "Max-Age=0"] + kept).joined(separator: "; ")
  }

  /// A `Set-Cookie` for each of a request's cookies that ends it: what `Clear-Site-Data` would do, for this snippet.
  func endings(of value: String) -> [String] {
    value.split(separator: ";").compactMap { pair in
      let name = pair.drop { $0 == " " }.prefix { $0 != "=" }
      return name.hasPrefix(prefix) ? "\(name)=; Max-Age=0; Path=/" : nil
    }
  }

  /// Of the session, and of who was let in by the token.
  private static func isOfBridge(_ name: String) -> Bool {
    name.hasPrefix("bridge-") || name.hasPrefix("__Host-bridge-")
  }
}
