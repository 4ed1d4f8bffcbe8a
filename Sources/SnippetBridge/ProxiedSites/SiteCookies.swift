import SnippetBridgeWebServer

/// The translation of cookies for a proxied site. A value type without side effects.
///
/// A site has a host name of its own, so browsers store its cookies apart from all others. They keep their names.
struct SiteCookies: Sendable {
  /// Whether the browser uses https to reach this server.
  let isSecure: Bool
  let storage: CookieStorage

  /// The maximum size of a cookie's name and value in bytes. Browsers discard larger cookies.
  static let maximumSize = 4096

  /// Returns the `Cookie` header for the target, without the bridge's own cookies. Returns `nil` if none remain.
  func toTarget(_ value: String) -> String? {
    let kept = Self.pairs(of: value).filter { !ServerCookies.isOwn(Self.name(of: $0)) }
    return kept.isEmpty ? nil : kept.joined(separator: "; ")
  }

  /// Returns the `Set-Cookie` header for the browser. Returns `nil` if the browser must not receive the cookie, because
  /// it is too large or has the name of one of the bridge's own cookies.
  ///
  /// Removes `Domain`, which refers to the target's host. The remaining attributes are changed so that browsers store
  /// the cookie; see ``CookieStorage``.
  func toBrowser(_ value: String) -> String? {
    let parts = value.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmed }
    guard let pair = parts.first, pair.utf8.count <= Self.maximumSize else { return nil }
    let name = Self.name(of: pair)
    // If a cookie has no name, browsers send only its value. A value such as `bridge-a=b` would then look like one of
    // the bridge's own cookies.
    let isNameless = name.isEmpty || name.utf8.count == pair.utf8.count
    guard !ServerCookies.isOwn(name), !isNameless || !pair.contains("bridge-") else { return nil }
    let kept = parts.dropFirst().filter { Self.attribute($0) != "domain" }.map(String.init)
    return ([String(pair)] + attributes(kept, ofPrefixed: ServerCookies.needsSecure(name))).joined(separator: "; ")
  }

  private func attributes(_ attributes: [String], ofPrefixed isPrefixed: Bool) -> [String] {
    switch storage {
    case .usual where isSecure || isPrefixed: return attributes
    case .usual:
      // Some browsers discard `Secure` cookies that they receive over http.
      return attributes.filter { !["secure", "partitioned"].contains(Self.attribute($0)) }
        .map { $0.lowercased().filter { $0 != " " } == "samesite=none" ? "SameSite=Lax" : $0 }
    case .partitioned, .thirdParty:
      return attributes.filter { !["secure", "partitioned", "samesite"].contains(Self.attribute($0)) }
        + storage.attributes
    }
  }

  /// Returns `Set-Cookie` headers that delete the target's cookies in `value`, the request's `Cookie` header. Each name
  /// occurs once, even if the request contains several cookies with this name.
  func endings(of value: String) -> [String] {
    var names: Set<Substring> = []
    return Self.pairs(of: value).map(Self.name)
      .filter { !$0.isEmpty && !ServerCookies.isOwn($0) && names.insert($0).inserted }
      .compactMap { name in
        toBrowser("\(name)=; Max-Age=0; Path=/" + (isSecure || ServerCookies.needsSecure(name) ? "; Secure" : ""))
      }
  }

  private static func pairs(of value: String) -> [Substring] {
    value.split(separator: ";").map { $0.drop { $0 == " " } }
  }

  /// Returns the name in `name=value`.
  private static func name(of pair: Substring) -> Substring { pair.prefix { $0 != "=" }.trimmed }

  /// Returns the lower-case name of an attribute in a `Set-Cookie` header.
  private static func attribute(_ part: some StringProtocol) -> String {
    part.prefix { $0 != "=" && $0 != " " }.lowercased()
  }
}

extension Substring {
  /// The text without spaces and tabs at both ends, which browsers ignore in cookies.
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
