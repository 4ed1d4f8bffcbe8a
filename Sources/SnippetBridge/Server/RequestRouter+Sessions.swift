import DSBridge
import HTTPTypes
import WebServer

/// Finds the session of a request. Its cookie may have several values: pages of other ports can set it too.
extension RequestRouter {
  /// The session that the request is of: its document's, where it names one. Nil without one.
  func session(of request: ServerRequest) -> String? {
    registry.session(among: cookieValues(of: request), of: request.header(.bridgeDocument).flatMap(DocumentID.init))
  }

  /// All sessions among the cookie's values. A socket names its document only later, in its hello.
  func sessions(of request: ServerRequest) -> [String] {
    registry.sessions(among: cookieValues(of: request))
  }

  /// The sessions that the request's browser has with the server's first listener, where shells are. Browsers send its
  /// cookies to every port of the host.
  func sessionsOfOwnPages(of request: ServerRequest) -> [String] {
    let port = request.listeners.first?.port ?? 0
    let values = request.cookies("bridge-session-\(port)", isSecure: trust.isSecure(request))
    return registry.sessions(among: values.filter(\.isRandomID))
  }

  /// The port is in the name because browsers send cookies to every port of a host. It is the port that is listened on.
  func cookieName(for request: ServerRequest) -> String { "bridge-session-\(request.port)" }

  private func cookieValues(of request: ServerRequest) -> [String] {
    request.cookies(cookieName(for: request), isSecure: trust.isSecure(request)).filter(\.isRandomID)
  }
}

extension HTTPField.Name {
  static let bridgeDocument = HTTPField.Name("Bridge-Document")
}
