import DSBridge
import SnippetBridgeWebServer

/// The sessions of requests. A request may contain several session cookies with the same name, because pages on other
/// ports can set such a cookie too.
extension RequestRouter {
  /// Returns the request's session, or `nil` if there is none. If the request names a document, that document's session
  /// takes precedence.
  func session(of request: ServerRequest) -> String? {
    registry.session(among: cookieValues(of: request), of: request.header(.bridgeDocument).flatMap(DocumentID.init))
  }

  /// Returns all valid sessions among the values of the session cookie. Used for sockets, because a socket names its
  /// document, and thus its session, only later in its hello.
  func sessions(of request: ServerRequest) -> [String] { registry.sessions(among: cookieValues(of: request)) }

  /// Returns the sessions of this server's own pages in the request's browser. The request may be for another listener
  /// with own pages, because browsers send the first listener's cookies to every port of the host.
  func sessionsOfOwnPages(of request: ServerRequest) -> [String] {
    registry.sessions(among: cookieValues(of: request, port: request.listeners.first?.port ?? 0))
  }

  /// Returns the values of the session cookie. Its name contains the listener's port, because browsers send cookies to
  /// every port of a host, so equal names would collide.
  func cookieValues(of request: ServerRequest, port: Int? = nil) -> [String] {
    let values = request.cookies("bridge-session-\(port ?? request.port)", isSecure: trust.isSecure(request))
    let isOfSite = registry.sites.isSite(request.listener)
    return (isOfSite ? values + siteSessions(of: request) : values).filter(\.isRandomID)
  }

  /// Returns the sessions of a proxied site's pages in iframes.
  func siteSessions(of request: ServerRequest) -> [String] {
    guard registry.sites.isSite(request.listener) else { return [] }
    return request.cookies(CookieStorage.cookieName(for: request), isSecure: trust.isSecure(request))
      .filter(\.isRandomID)
  }

  /// Stores a session in the browser.
  func setSession(_ session: String, on response: inout ServerResponse, for request: ServerRequest) {
    let isSecure = trust.isSecure(request)
    // A page that an iframe has loaded with a POST request has not gone through the entrance.
    let isThirdParty = ["none", "inactive"].contains(request.header(.fetchStorageAccess) ?? "")
    if registry.sites.isSite(request.listener), isThirdParty || !siteSessions(of: request).isEmpty {
      return setSiteSession(session, on: &response, for: request)
    }
    response.set(
      cookie: "bridge-session-\(request.port)", to: session, attributes: "SameSite=Strict", isSecure: isSecure)
  }

  /// Stores the session of a proxied site's page in an iframe.
  func setSiteSession(_ session: String, on response: inout ServerResponse, for request: ServerRequest) {
    response.set(
      cookie: CookieStorage.cookieName(for: request), to: session,
      in: .inIframe(of: request, isSecure: trust.isSecure(request)), isSecure: trust.isSecure(request))
  }
}
