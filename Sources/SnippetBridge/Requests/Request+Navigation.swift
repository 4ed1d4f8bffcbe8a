import Foundation
import HTTPTypes
import SnippetBridgeHTTP
import SnippetBridgeWebServer

extension ServerRequest {
  /// Whether the request is a navigation: a browser wants to show the response as a document, in a tab or an iframe.
  ///
  /// Browsers indicate this with the header `Sec-Fetch-Mode`, but they do not send this header over plain http to
  /// another machine. There, a request is a navigation if it accepts HTML and has the header
  /// `Upgrade-Insecure-Requests`, which browsers send only with navigations.
  var isNavigation: Bool { (method == .get || method == .post) && asksForDocument }

  /// Whether a browser wants to show the response as a document, regardless of the request's method.
  var asksForDocument: Bool {
    // A prefetched document may never be shown, so a prefetch request is not a navigation.
    if headers[.secPurpose]?.contains("prefetch") == true { return false }
    if let mode = header(.fetchMode) {
      guard mode == "navigate" else { return false }
      return ["document", "iframe", "frame", "object", "embed"].contains(header(.fetchDestination) ?? "document")
    }
    return headers[.accept]?.contains("text/html") == true && header(.upgradeInsecureRequests) == "1"
  }

  /// Indicates whether the request is for an iframe in a page, or for an element that shows a document like an iframe.
  var isOfIframe: Bool { ["iframe", "frame", "object", "embed"].contains(header(.fetchDestination) ?? "") }

  /// Returns whether the request comes from a form or an iframe in a page with another origin. Such a request must not
  /// perform an action.
  ///
  /// Cookies do not prevent such requests: a page on another port of this host has another origin, but browsers send
  /// this server's cookies with its requests. For a form, the check uses the `Origin` header. The request of an iframe
  /// has only a referrer, which is reliable because no page can set it to another origin.
  func isForeign(to trust: TrustPolicy) -> Bool {
    let site = header(.fetchSite)
    if site == "same-origin" || site == "none" { return false }
    if method == .post {
      return headers[.origin].map { !trust.isKnown(origin: WebOrigin($0), for: self) } ?? (site != nil)
    }
    guard site != nil, isOfIframe else { return false }
    let referrer = headers[.referer].flatMap { URL(string: $0)?.origin }
    return !trust.isKnown(origin: referrer, for: self)
  }

  /// Whether the request comes from a page of another site, for example through a link. `false` if the browser does not
  /// report this.
  var isCrossSite: Bool { header(.fetchSite) == "cross-site" }

  /// The requested URL in the form that interceptors receive. It has no fragment, because browsers do not send the
  /// fragment.
  var url: URL? { urlComponents?.url?.asRequested }

  /// The components of the requested URL, with invalid characters escaped.
  var urlComponents: URLComponents? {
    var components = URLComponents(string: "\(isSecure ? "https" : "http")://\(authority ?? "")")
    components?.percentEncodedPath = String(path).asURL(.urlPathAllowed)
    if let query { components?.percentEncodedQuery = String(query).asURL(.urlQueryAllowed) }
    return components
  }
}

extension String {
  /// Escapes the characters that are not allowed in a URL. Without this, assigning invalid text to a URL component
  /// would stop the program.
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
