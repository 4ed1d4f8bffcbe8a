import DSBridge
import HTTPTypes
import WebServer

import struct WebServer.Request

/// Which session a request is of. Its cookie may have several values, of which others have set some.
extension RequestRouter {
  /// The session that the request is of: its document's, where it names one. Nil without one.
  func session(of request: Request) -> String? {
    registry.session(among: cookieValues(of: request), of: request.header(.bridgeDocument).flatMap(DocumentID.init))
  }

  /// All that it could be of: a socket's document is named later.
  func sessions(of request: Request) -> [String] {
    registry.sessions(among: cookieValues(of: request))
  }

  /// With the port: browsers send cookies to every port of a host.
  func cookieName(for request: Request) -> String { "bridge-session-\(request.port)" }

  private func cookieValues(of request: Request) -> [String] {
    request.cookies(cookieName(for: request), isSecure: trust.isSecure(request)).filter(\.isRandomID)
  }
}

extension HTTPField.Name {
  static let bridgeDocument = HTTPField.Name("Bridge-Document")
}
