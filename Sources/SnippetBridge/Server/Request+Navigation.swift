import Foundation
import HTTPTypes
import SnippetBridgeHTTP
import WebServer

extension ServerRequest {
  /// True when a browser wants to show the answer as a document, in a tab or a frame.
  ///
  /// Browsers say so by `Sec-Fetch-Mode`, except to a plain-http address that is not this machine. There a request that
  /// accepts HTML counts if it has `Upgrade-Insecure-Requests` too: browsers send that with navigations, and with
  /// nothing that a page fetches.
  var isNavigation: Bool { (method == .get || method == .post) && asksForDocument }

  /// The same, whatever its method.
  var asksForDocument: Bool {
    // A guess of the browser's, which may never be shown.
    if header(.purpose)?.contains("prefetch") == true { return false }
    if let mode = header(.fetchMode) {
      guard mode == "navigate" else { return false }
      return ["document", "iframe", "frame"].contains(header(.fetchDestination) ?? "document")
    }
    return headers[.accept]?.contains("text/html") == true && header(.upgradeInsecureRequests) == "1"
  }

  /// It is for a frame in a page.
  var isOfFrame: Bool { ["iframe", "frame"].contains(header(.fetchDestination) ?? "") }

  /// A form or a frame of another origin sends it: what it asks for must not act.
  ///
  /// Another port of this host is another origin, although browsers call it the same site and send it this server's
  /// cookies. A form's request has an Origin. A frame's has only a referrer, which no page can set to another origin
  /// than its own.
  func isForeign(to trust: TrustPolicy) -> Bool {
    let site = header(.fetchSite)
    if site == "same-origin" || site == "none" { return false }
    if method == .post {
      return headers[.origin].map { !trust.isKnown(origin: WebOrigin($0), for: self) } ?? (site != nil)
    }
    guard site != nil, isOfFrame else { return false }
    let referrer = headers[.referer].flatMap { URL(string: $0)?.origin }
    return !trust.isKnown(origin: referrer, for: self)
  }

  /// The request comes from another site's page, by a link too. False where the browser does not say.
  var isCrossSite: Bool { header(.fetchSite) == "cross-site" }

  /// The address as an interceptor is asked about it, without a fragment.
  var url: URL? { urlComponents?.url?.asRequested }

  /// The address as it was asked for, but for what no URL may hold.
  var urlComponents: URLComponents? {
    var components = URLComponents(string: "\(isSecure ? "https" : "http")://\(authority ?? "")")
    components?.percentEncodedPath = String(path).asURL(.urlPathAllowed)
    if let query { components?.percentEncodedQuery = String(query).asURL(.urlQueryAllowed) }
    return components
  }
}

extension String {
  /// Escapes what a URL may not hold: setting a part of a URL to anything else would trap.
  fileprivate func asURL(_ allowed: CharacterSet) -> String {
    var text = ""
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if allowed.contains(scalar)
        || scalar == "%" && rest.prefix(2).count == 2 && rest.prefix(2).allSatisfy(\.properties.isASCIIHexDigit)
      {
        text.unicodeScalars.append(scalar)
      } else {
        text += String(scalar).utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16, uppercase: true) }.joined()
      }
    }
    return text
  }
}
