import DSBridge
import HTTPTypes
import SnippetBridgeWebServer

/// The sessions of requests. The session cookie may have several values, because pages of other ports can set it too.
extension RequestRouter {
  /// Returns the session of the request, or `nil` if it has none. If the request names a document, prefers that
  /// document's session.
  func session(of request: ServerRequest) -> String? {
    registry.session(among: cookieValues(of: request), of: request.header(.bridgeDocument).flatMap(DocumentID.init))
  }

  /// Returns all sessions among the cookie's values. A socket names its document only later, in its hello.
  func sessions(of request: ServerRequest) -> [String] {
    registry.sessions(among: cookieValues(of: request))
  }

  /// Returns the sessions that the request's browser has with the server's first listener, which serves shells.
  /// Browsers send that listener's cookies to every port of the host.
  func sessionsOfOwnPages(of request: ServerRequest) -> [String] {
    let port = request.listeners.first?.port ?? 0
    let values = request.cookies("bridge-session-\(port)", isSecure: trust.isSecure(request))
    return registry.sessions(among: values.filter(\.isRandomID))
  }

  /// Returns the name of the session cookie. It contains the listening port, because browsers send cookies to every
  /// port of a host.
  func cookieName(for request: ServerRequest) -> String { "bridge-session-\(request.port)" }

  func cookieValues(of request: ServerRequest) -> [String] {
    request.cookies(cookieName(for: request), isSecure: trust.isSecure(request)).filter(\.isRandomID)
  }
}

extension HTTPField.Name {
  static let bridgeDocument = HTTPField.Name("Bridge-Document")
}
