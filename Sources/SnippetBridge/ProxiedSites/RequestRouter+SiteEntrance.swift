import DSBridgeLocks
import DSBridgeText
import Foundation
import HTTPTypes
import Logging
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The address that an iframe loads before the page of a proxied site. A value type without side effects.
///
/// In an iframe, the server recognizes a site's pages only by a cookie for this iframe's host name. So that the first
/// page has this cookie too, the iframe first loads an address below `/_bridge/`. The server sets the cookie there and
/// redirects to the page.
struct SiteEntrance: Equatable {
  /// The path and the query of the page. The path begins with a single slash.
  var page: String
  /// The fragment of the page's URL, which browsers keep when they follow redirects.
  var fragment: String?
  /// The secret that proves that native code has created the iframe, or that the tab was admitted. `nil` if there is
  /// none.
  var ticket: String?
  /// The name of the site. Only in the entrance of the server's own listener, which issues tickets for tabs.
  var site: String?
  /// Indicates whether the server has already set the cookie.
  var isReturn = false

  /// Creates the entrance to a page.
  init(to url: URL, ticket: String?) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let query = components?.percentEncodedQuery.map { "?\($0)" } ?? ""
    self.init(page: (components?.percentEncodedPath ?? "") + query, ticket: ticket)
    fragment = components?.percentEncodedFragment
  }

  init(page: String, ticket: String? = nil) {
    // With two slashes, the path would lead to another server.
    self.page = "/" + page.drop { $0 == "/" || $0 == "\\" }
    self.ticket = ticket
  }

  /// Parses the query of a request. Returns `nil` if the query names no page of this server, or if it is malformed.
  init?(query: Substring) {
    var items: [Substring: String] = [:]
    for item in query.split(separator: "&") {
      let name = item.prefix { $0 != "=" }
      // `URLComponents` would stop the program if a peer sent invalid text.
      guard let value = String(strictlyPercentEncodedPeer: item.dropFirst(name.count + 1).utf8) else { return nil }
      items[name] = value
    }
    guard let page = items["page"], page.hasPrefix("/"), page.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    self.init(page: page, ticket: items["ticket"].flatMap { $0.isRandomID ? $0 : nil })
    isReturn = items["return"] != nil
    site = items["site"]
  }

  /// The path, query and fragment of the entrance.
  var target: String {
    var items = ["page=\(page.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "/")"]
    if let ticket { items.append("ticket=\(ticket)") }
    if isReturn { items.append("return") }
    if let site { items.append("site=\(site)") }
    return "\(BridgePath.entrance.rawValue)?\(items.joined(separator: "&"))" + (fragment.map { "#\($0)" } ?? "")
  }

  func url(of origin: WebOrigin) -> URL? { URL(string: "\(origin)\(target)") }
}

extension RequestRouter {
  /// Returns the response that leads an iframe to the entrance of a site before its first page, or `nil` if the request
  /// needs no entrance: it comes from a tab, or from an iframe with a session.
  func entrance(before request: ServerRequest, to site: ProxiedSite) -> ServerResponse? {
    guard request.isCrossSite, request.isNavigation, request.isOfIframe, request.method == .get,
      siteSessions(of: request).isEmpty
    else { return nil }
    return Self.redirect(to: SiteEntrance(page: request.target.originForm).target)
  }

  /// Returns the response that sends a tab without admission to the server's own page, which asks for the token, or
  /// `nil` if the request does not come from a tab.
  func admission(before request: ServerRequest) -> ServerResponse? {
    guard let site = registry.sites.proxy(at: request.listener)?.site.name, request.isNavigation, !request.isOfIframe,
      request.method == .get, let origin = trust.origin(of: request), let port = request.listeners.first?.port
    else { return nil }
    let hosts = registry.sites.hosts.ownHosts(seenFrom: origin.host)
    // Prefer the host of the address that the program prints, because the user may have been admitted there.
    guard let host = hosts.first(where: { "\($0)" == registry.configuration.host }) ?? hosts.first else { return nil }
    // The site's pages could read a token in their address.
    var entrance = SiteEntrance(page: SitePassage.removing({ _ in true }, from: request.target.originForm))
    entrance.site = site
    return Self.redirect(to: "\(WebOrigin(isSecure: origin.isSecure, host: host, port: port))\(entrance.target)")
  }

  /// Returns the response to an admitted tab that the entrance of the server's own listener sends to a site.
  private func send(_ request: ServerRequest, to site: String, _ entrance: SiteEntrance) -> ServerResponse? {
    guard !registry.sites.isSite(request.listener), request.isNavigation, !request.isOfIframe,
      let own = trust.origin(of: request), let origin = registry.sites.origin(of: site, seenFrom: own)
    else { return nil }
    var entrance = SiteEntrance(page: entrance.page)
    entrance.ticket = registry.siteTickets.withLock { $0.issue(for: origin, at: .now) }
    return Self.redirect(to: "\(origin)\(entrance.target)")
  }

  /// Returns the response to an iframe that enters a site.
  ///
  /// The first response sets the cookie and redirects to the entrance again. If the browser has stored the cookie, the
  /// second response redirects to the page.
  func enter(_ request: ServerRequest) -> ServerResponse {
    let missing = ErrorPage(.notFound, detail: request.decodedPath).response()
    guard var entrance = SiteEntrance(query: request.query ?? ""), request.method == .get else { return missing }
    guard let proxy = registry.sites.proxy(at: request.listener) else {
      return entrance.site.flatMap { send(request, to: $0, entrance) } ?? missing
    }
    if let admission, let ticket = entrance.ticket, let origin = trust.origin(of: request),
      registry.siteTickets.withLock({ $0.take(ticket, for: origin, at: .now) })
    {
      var response = Self.redirect(to: entrance.page)
      return admission.admit(request, in: &response) ? response : ErrorPage(.serviceUnavailable).response()
    }
    if request.header(.fetchDestination) == "document" { return Self.redirect(to: entrance.page) }
    let session = siteSessions(of: request).last
    let webView = entrance.ticket.flatMap { ticket in
      request.url?.origin.flatMap { registry.enterIframe(with: ticket, at: $0, in: session) }
    }
    if session != nil {
      var response = Self.redirect(to: entrance.page)
      if webView != nil, let admission, !admission.admit(request, in: &response) {
        return ErrorPage(.serviceUnavailable).response()
      }
      return response
    }
    guard !entrance.isReturn else { return refusal(ofIframeIn: webView, to: proxy.site, request) }
    entrance.isReturn = true
    var response = Self.redirect(to: entrance.target)
    setSiteSession(WebView.randomID(), on: &response, for: request)
    return response
  }

  private static func redirect(to target: String) -> ServerResponse {
    ServerResponse(.seeOther, headers: [.location: target, .cacheControl: "no-store"])
  }

  /// Returns the page for an iframe in a browser that has not stored the cookie.
  private func refusal(
    ofIframeIn webView: WebView?, to site: ProxiedSite, _ request: ServerRequest
  ) -> ServerResponse {
    let authority = request.authority ?? ""
    let advice =
      trust.isTrustworthy(request)
      ? "Allow cookies of third parties in the browser's settings" : "Use https for this server"
    let reason = "the browser stores no cookies for \(authority) in an iframe. \(advice)"
    logger.warning(
      "a page of a proxied site cannot be shown in an iframe: the browser stores no cookies for it",
      metadata: ["site": "\(site.name)", "host": "\(authority)"])
    if let url = request.url {
      webView?.hosted.page.apply(.failed(NavigationError.unsuitable(url, target: site.target, because: reason)))
    }
    var response = ErrorPage(.forbidden, detail: "This page cannot be shown: \(reason).").response()
    // Any page may embed this response, so that the user sees the reason. The response contains no secrets.
    response.headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"
    return response
  }
}
