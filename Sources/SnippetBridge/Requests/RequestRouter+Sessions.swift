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

  /// Returns the sessions that the request's browser has on the server's first listener, which serves shells. The
  /// request may be for another port, because browsers send the first listener's cookies to every port of the host.
  func sessionsOfOwnPages(of request: ServerRequest) -> [String] {
    registry.sessions(among: cookieValues(of: request, port: request.listeners.first?.port ?? 0))
  }

  /// Returns the name of the session cookie. The name contains the listener's port, because browsers send cookies to
  /// every port of a host, so equal names would collide.
  func cookieName(for request: ServerRequest) -> String { "bridge-session-\(request.port)" }

  func cookieValues(of request: ServerRequest, port: Int? = nil) -> [String] {
    request.cookies("bridge-session-\(port ?? request.port)", isSecure: trust.isSecure(request)).filter(\.isRandomID)
  }
}
