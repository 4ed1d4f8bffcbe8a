import Foundation
import HTTPTypes
import WebServer

extension Request {
  /// True when a browser wants to show the answer as a document, in a tab or a frame.
  ///
  /// Browsers say so by `Sec-Fetch-Mode`, except to a plain-http address that is not this machine; there a request that accepts HTML counts.
  var isNavigation: Bool {
    guard method == .get || method == .post else { return false }
    if let mode = header(.fetchMode) {
      guard mode == "navigate" else { return false }
      return ["document", "iframe", "frame"].contains(header(.fetchDestination) ?? "document")
    }
    return headers.value(of: .accept)?.contains("text/html") == true
  }

  /// A form or a frame of another site: what it asks for must not act, however the user came to that site.
  var isForeign: Bool {
    guard let site = header(.fetchSite), site == "cross-site" || site == "same-site" else { return false }
    return method == .post || ["iframe", "frame"].contains(header(.fetchDestination) ?? "")
  }

  /// Another site's page asks, be it by a link. False where the browser does not say.
  var isCrossSite: Bool { header(.fetchSite) == "cross-site" }

  /// The address as the browser shows it, without a fragment.
  var url: URL? {
    var components = URLComponents(string: "\(isSecure ? "https" : "http")://\(authority ?? "")")
    components?.path = path
    if let query { components?.percentEncodedQuery = query.asURLQuery }
    return components?.url
  }
}

extension String {
  /// Setting a query that holds what a URL may not would trap.
  fileprivate var asURLQuery: String? {
    let allowed = CharacterSet.urlQueryAllowed.union(CharacterSet(charactersIn: "%"))
    return addingPercentEncoding(withAllowedCharacters: allowed)
  }
}

extension Request {
  /// With a "+" for every space of the path: libwebsockets reads the one as the other, so `/c++.html` arrives as `/c  .html`.
  var withPluses: Request {
    var request = self
    request.path = path.replacing(" ", with: "+")
    return request
  }
}
