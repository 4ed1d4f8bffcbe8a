/// The translation of cookies for a proxied site. A value type without side effects.
///
/// Browsers send a cookie to all ports of a host. Therefore, the server adds a prefix with the site's name to the names
/// of cookies that scripts cannot read (`HttpOnly`). The prefix tells which site each of these cookies belongs to, so
/// that only this site's target receives the cookie.
struct SiteCookies: Sendable {
  let site: String
  /// Whether the browser uses https to reach this server.
  let isSecure: Bool

  struct Pair: Equatable {
    var name: String
    var value: String
  }

  private var prefix: String { "bridge.\(site)." }

  /// Returns the cookies in a `Cookie` header, in the same order. Each value includes the leading `=`.
  static func pairs(of value: String) -> [Pair] {
    value.split(separator: ";").map { pair in
      let pair = pair.drop { $0 == " " }
      let name = pair.prefix { $0 != "=" }
      return Pair(name: String(name), value: String(pair.dropFirst(name.count)))
    }
  }

  /// Returns the `Cookie` header for the target, with the cookies in their original order. Returns `nil` if there are
  /// no cookies for the target.
  /// - Parameter isForeign: Returns whether a cookie that scripts can read was set by another site.
  func toTarget(_ value: String, isForeign: (Pair) -> Bool = { _ in false }) -> String? {
    let pairs = Self.pairs(of: value)
    let own = Set(pairs.lazy.map(\.name).filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) })
    let kept = pairs.compactMap { pair -> String? in
      if pair.name.hasPrefix(prefix) { return pair.name.dropFirst(prefix.count) + pair.value }
      // Omit the bridge's own cookies and cookies of other sites. Also omit a cookie without a prefix if this site has
      // a prefixed cookie of the same name, because the target must receive only one of them.
      let isOthers = pair.name.hasPrefix("bridge.") || Self.isOfBridge(pair.name) || own.contains(pair.name[...])
      return isOthers || isForeign(pair) ? nil : pair.name + pair.value
    }
    return kept.isEmpty ? nil : kept.joined(separator: "; ")
  }

  /// The maximum size of a cookie in bytes: its name, including the prefix for the browser, and its value. Browsers
  /// discard larger cookies.
  static let maximumSize = 4096

  /// The translation of a `Set-Cookie` header for the browser.
  struct Setting: Equatable {
    /// The values for the `Set-Cookie` headers. The first one sets the cookie. The second one, if there is one, deletes
    /// the site's other cookie of this name: the prefixed one if the first has no prefix, and vice versa.
    var headers: [String]
    /// The cookie that was set, or `nil` if scripts cannot read it.
    var visible: Pair?
  }

  /// Returns the `Set-Cookie` headers for the browser. Returns `nil` if the browser must not receive the cookie,
  /// because it is too large or has the name of one of the bridge's own cookies.
  ///
  /// Removes `Domain`, which refers to the target's host. Over plain http, also removes `Secure` and the attributes
  /// that require it, because some browsers would otherwise discard the cookie.
  ///
  /// For the target, there is only one cookie with a given name, whether scripts can read it or not. But the browser
  /// may have two: one with the prefix and one without it. Therefore, a `Set-Cookie` header for one of them also
  /// deletes the other one. Otherwise, a framework that deletes a cookie without repeating `HttpOnly` (Django, aiohttp)
  /// would not delete the prefixed cookie.
  /// - Parameter ownVisible: Returns whether this site has a cookie with this name that scripts can read.
  func toBrowser(_ value: String, ownVisible: (String) -> Bool = { _ in false }) -> Setting? {
    let parts = value.split(separator: ";", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " || $0 == "\t" }) }
    let name = String(parts[0].prefix { $0 != "=" })
    guard !Self.isOfBridge(name), !name.hasPrefix("bridge.") else { return nil }
    // If a cookie has no name, browsers send only its value. A value such as `bridge-a=b` would then look like one of
    // the bridge's own cookies.
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

  /// Returns the lower-case name of an attribute in a `Set-Cookie` header.
  private static func attribute(_ part: String) -> String { part.prefix { $0 != "=" && $0 != " " }.lowercased() }

  private func attributes(_ attributes: ArraySlice<String>, of name: String, isHidden: Bool) -> [String] {
    let needsSecure = !isHidden && ["__host-", "__secure-"].contains { name.lowercased().hasPrefix($0) }
    let kept = attributes.filter { Self.attribute($0) != "domain" }
    guard !isSecure, !needsSecure else { return kept }
    return kept.filter { !["secure", "partitioned"].contains(Self.attribute($0)) }
      .map { $0.lowercased().filter { $0 != " " } == "samesite=none" ? "SameSite=Lax" : $0 }
  }

  /// Returns a `Set-Cookie` header that expires a cookie. The browser knows the cookie as `sent`, and the target as
  /// `name`. `attributes` are the attributes in the target's header, such as the path.
  private func ending(_ sent: String, _ attributes: ArraySlice<String>, of name: String, isHidden: Bool) -> String {
    let kept = self.attributes(attributes, of: name, isHidden: isHidden)
      .filter { !["expires", "max-age", "httponly"].contains(Self.attribute($0)) }
    return (["\(sent)=", "Max-Age=0"] + kept).joined(separator: "; ")
  }

  /// Returns `Set-Cookie` headers that delete this site's prefixed cookies. `value` is the request's `Cookie` header,
  /// which may also contain cookies of other sites. The cookies of other sites are kept.
  func endings(of value: String) -> [String] {
    Self.pairs(of: value).map(\.name).filter { $0.hasPrefix(prefix) }.map { "\($0)=; Max-Age=0; Path=/" }
  }

  /// Returns whether `name` is the name of a session cookie or an admission cookie of the bridge.
  private static func isOfBridge(_ name: String) -> Bool {
    name.hasPrefix("bridge-") || name.hasPrefix("__Host-bridge-")
  }
}
