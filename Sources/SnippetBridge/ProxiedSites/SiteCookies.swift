/// The translation of a proxied site's cookies. A pure value.
///
/// Browsers send a cookie to all ports of a host. So the names of cookies that scripts cannot read get the site's
/// name as a prefix, and no other target receives them.
struct SiteCookies: Sendable {
  let site: String
  /// Whether the browser uses https.
  let isSecure: Bool

  struct Pair: Equatable {
    var name: String
    var value: String
  }

  private var prefix: String { "bridge.\(site)." }

  /// Returns the cookies of a `Cookie` header in their order. A value begins with its `=`.
  static func pairs(of value: String) -> [Pair] {
    value.split(separator: ";").map { pair in
      let pair = pair.drop { $0 == " " }
      let name = pair.prefix { $0 != "=" }
      return Pair(name: String(name), value: String(pair.dropFirst(name.count)))
    }
  }

  /// Returns the `Cookie` header for the target, with the cookies in their original order, or `nil` if no cookie is
  /// left.
  /// - Parameter isForeign: Returns whether a cookie that scripts can read belongs to another site.
  func toTarget(_ value: String, isForeign: (Pair) -> Bool = { _ in false }) -> String? {
    let pairs = Self.pairs(of: value)
    let own = Set(pairs.lazy.map(\.name).filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) })
    let kept = pairs.compactMap { pair -> String? in
      if pair.name.hasPrefix(prefix) { return pair.name.dropFirst(prefix.count) + pair.value }
      // Drops the bridge's own cookies, those of other sites, and any with the same name as a prefixed cookie of
      // this site.
      let isOthers = pair.name.hasPrefix("bridge.") || Self.isOfBridge(pair.name) || own.contains(pair.name[...])
      return isOthers || isForeign(pair) ? nil : pair.name + pair.value
    }
    return kept.isEmpty ? nil : kept.joined(separator: "; ")
  }

  /// The maximum size of a cookie's name, as the browser gets it, and its value together, in bytes. Browsers discard
  /// longer ones.
  static let maximumSize = 4096

  /// The translation of a `Set-Cookie` header for the browser.
  struct Setting: Equatable {
    /// The values of `Set-Cookie`: one that sets the cookie, and if needed a second one. The second one expires the
    /// site's cookie of the same name in the other form, with the prefix or without it.
    var headers: [String]
    /// The cookie, or `nil` if scripts cannot read it.
    var visible: Pair?
  }

  /// Returns a `Set-Cookie` header for the browser, or `nil` if it would set one of the bridge's own cookies or is
  /// too long.
  ///
  /// Removes `Domain`, which names the target. Over plain http, removes `Secure` and the attributes that need it,
  /// because otherwise some browsers discard the cookie.
  ///
  /// The target has only one cookie of a name, whether scripts can read it or not. The browser may have two, with the
  /// prefix and without it. So setting or deleting one of them expires the other. Some frameworks (Django, aiohttp)
  /// delete a cookie without repeating `HttpOnly`.
  /// - Parameter ownVisible: Returns whether this site has a cookie of a name that scripts can read.
  func toBrowser(_ value: String, ownVisible: (String) -> Bool = { _ in false }) -> Setting? {
    let parts = value.split(separator: ";", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " || $0 == "\t" })
    }
    let name = String(parts[0].prefix { $0 != "=" })
    guard !Self.isOfBridge(name), !name.hasPrefix("bridge.") else { return nil }
    // Browsers send a cookie without a name as its value alone, which can be mistaken for another cookie.
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

  /// Returns the lower-case name of an attribute of a `Set-Cookie` header.
  private static func attribute(_ part: String) -> String { part.prefix { $0 != "=" && $0 != " " }.lowercased() }

  private func attributes(_ attributes: ArraySlice<String>, of name: String, isHidden: Bool) -> [String] {
    let needsSecure = !isHidden && ["__host-", "__secure-"].contains { name.lowercased().hasPrefix($0) }
    let kept = attributes.filter { Self.attribute($0) != "domain" }
    guard !isSecure, !needsSecure else { return kept }
    return kept.filter { !["secure", "partitioned"].contains(Self.attribute($0)) }
      .map { $0.lowercased().filter { $0 != " " } == "samesite=none" ? "SameSite=Lax" : $0 }
  }

  /// Returns a `Set-Cookie` header that expires the cookie that the browser calls `sent` and the target calls `name`.
  /// `attributes` are those of the target's header, such as the path.
  private func ending(_ sent: String, _ attributes: ArraySlice<String>, of name: String, isHidden: Bool) -> String {
    let kept = self.attributes(attributes, of: name, isHidden: isHidden)
      .filter { !["expires", "max-age", "httponly"].contains(Self.attribute($0)) }
    return (["\(sent)=", "Max-Age=0"] + kept).joined(separator: "; ")
  }

  /// Returns `Set-Cookie` headers that expire this site's cookies in `value`, the `Cookie` header of a request. Keeps
  /// the cookies of other sites.
  func endings(of value: String) -> [String] {
    value.split(separator: ";").compactMap { pair in
      let name = pair.drop { $0 == " " }.prefix { $0 != "=" }
      return name.hasPrefix(prefix) ? "\(name)=; Max-Age=0; Path=/" : nil
    }
  }

  /// Returns whether the name is that of the session cookie or of the admission cookie.
  private static func isOfBridge(_ name: String) -> Bool {
    name.hasPrefix("bridge-") || name.hasPrefix("__Host-bridge-")
  }
}
