import SnippetBridgeWebServer

/// The place where a browser stores the cookies of a proxied site, which depends on where the browser shows the site.
/// A value type without side effects.
///
/// In an iframe of this server's page, a site is a third party, because its host name differs from that of the page.
/// Measured with Chromium 156, Firefox 153 and WebKitGTK 2.50 (docs/decisions/0038-host-names-of-sites.md).
enum CookieStorage: Sendable {
  /// The site is shown in a tab.
  case usual
  /// The site is shown in an iframe. Chromium and Firefox store its cookies for each site of a tab separately, and only
  /// if they are `Partitioned`.
  case partitioned
  /// The site is shown in an iframe over http in WebKit, which stores cookies of third parties only if its settings
  /// allow that, and only without `SameSite` and `Secure`.
  case thirdParty

  /// The name of the cookie with the session of a site's pages in an iframe. Browsers send it only in iframes, so it
  /// shows where a page is.
  static func cookieName(for request: ServerRequest) -> String { "bridge-frame-\(request.port)" }

  /// Determines where the browser shows the page that has sent a request.
  /// - Parameter isSecure: Whether the browser uses https.
  init(of request: ServerRequest, isSecure: Bool) {
    let isInIframe = !request.cookies(Self.cookieName(for: request), isSecure: isSecure).isEmpty
    self = isInIframe ? .inIframe(of: request, isSecure: isSecure) : .usual
  }

  /// Returns the storage for an iframe in the browser that has sent a request.
  static func inIframe(of request: ServerRequest, isSecure: Bool) -> CookieStorage {
    isSecure || !request.isOfWebKit ? .partitioned : .thirdParty
  }

  /// The attributes that a cookie needs in an iframe.
  var attributes: [String] { self == .partitioned ? ["SameSite=None", "Secure", "Partitioned"] : [] }
}

extension ServerRequest {
  /// Indicates whether the browser uses WebKit, but not Blink, whose user agent contains the name of WebKit too.
  fileprivate var isOfWebKit: Bool {
    let agent = headers[.userAgent] ?? ""
    return agent.contains("AppleWebKit/") && !agent.contains("Chrome/")
  }
}

extension ServerResponse {
  /// Adds a cookie of the bridge for an iframe. Scripts cannot read it.
  mutating func set(cookie name: String, to value: String, in storage: CookieStorage, isSecure: Bool) {
    set(
      cookie: name, to: value, attributes: storage.attributes.filter { $0 != "Secure" }.joined(separator: "; "),
      isSecure: isSecure || storage == .partitioned)
  }
}
