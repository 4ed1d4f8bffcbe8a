import DSBridgeLocks
import DSBridgeText
import Foundation
import HTTPTypes
import Logging
import SnippetBridgeWebServer

/// An access check that admits clients that present the token in a header, a URL or a form. If the token was in a URL
/// or a form, the browser receives a cookie to use in place of the token.
///
/// The cookie's value is a random number and its HMAC, with the token as the key. The value reveals nothing about the
/// token, stays valid after a restart, and becomes invalid when the token changes.
final class Admission: Sendable {
  private static let field = "token"
  /// The maximum size of a form that contains the token, in bytes. A larger form is not read.
  static let maximumFormSize = 4096
  /// The lifetime of the cookie in seconds. Browsers allow at most 400 days. Every hello renews the lifetime.
  private static let lifetime = 400 * 24 * 60 * 60

  private let token: [UInt8]
  private let trust: TrustPolicy
  private let logger: Logger
  private let limit = Mutex(AttemptLimit())

  init(token: String, trust: TrustPolicy, logger: Logger) {
    self.token = Array(token.utf8)
    self.trust = trust
    self.logger = logger
  }

  /// Returns the response that rejects a request, or the redirect that sets the cookie. Returns `nil` if the request is
  /// admitted.
  func answer(to request: ServerRequest) -> ServerResponse? {
    let isIn = goodCookie(of: request) != nil
    guard let shown = shownToken(in: request) else {
      return isIn ? nil : refusal(.unauthorized, "This server requires its token.", to: request)
    }
    // The URL of a page may have its own parameter called "token". If the cookie is valid, do not count the value of
    // that parameter as a guess.
    if isIn { return isToken(shown.token) && !shown.isBearer ? welcome(request) : nil }
    switch limit.withLock({ $0.examine(from: request.peer, at: .now) { isToken(shown.token) } }) {
    case .right:
      return shown.isBearer ? nil : welcome(request)
    case .wrong:
      logger.warning("a wrong token was refused", metadata: ["peer": "\(request.peer)"])
      return refusal(.unauthorized, "This is not the server's token.", to: request)
    case .tooMany(let wait):
      logger.warning("a token was refused: too many wrong tokens", metadata: ["peer": "\(request.peer)"])
      var response = refusal(
        .tooManyRequests, "Too many wrong tokens came from this address. Try again later.", to: request)
      response.headers[.retryAfter] = "\(wait.components.seconds + 1)"
      return response
    }
  }

  /// Renews the lifetime of the browser's cookie.
  func renew(for request: ServerRequest, in response: inout ServerResponse) {
    guard let value = goodCookie(of: request) else { return }
    set(value, on: &response, for: request)
  }

  // MARK: The token

  /// Returns whether `text` is this server's token. This function does not count wrong values as guesses. Unless an
  /// ``AttemptLimit`` counts them, call it only for requests that are already admitted. Otherwise, a client could use
  /// it to guess the token.
  func isToken(_ text: String) -> Bool {
    ConstantTime.areEqual(SHA256.digest(of: Array(text.utf8)), SHA256.digest(of: token))
  }

  /// Returns the token in a request, or `nil` if there is none.
  ///
  /// Ignores tokens in URLs and forms of requests from other sites, because a malicious page could use up the browser's
  /// guesses with such requests. Over plain http to another machine, browsers do not report the requesting site, so
  /// these tokens are not ignored there.
  private func shownToken(in request: ServerRequest) -> (token: String, isBearer: Bool)? {
    if let value = request.headers[.authorization], value.lowercased().hasPrefix("bearer ") {
      return (String(value.dropFirst("bearer ".count)), true)
    }
    // The page of a site could read a token that is entered at its address.
    guard request.isForOwnPages, request.isNavigation, !request.isForeign(to: trust), !request.isCrossSite else {
      return nil
    }
    if request.method == .post {
      guard isForm(request) else { return nil }
      return formToken(String(peer: request.body.prefix(Admission.maximumFormSize)))
    }
    return formToken(String(request.query ?? ""))
  }

  /// Returns whether the request may be a form submission with the token in the body.
  func isForm(_ request: ServerRequest) -> Bool {
    request.method == .post && request.isForOwnPages && request.isNavigation && !request.isForeign(to: trust)
      && request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true
      && (request.headers[.origin] == nil || trust.originRefusal(of: request) == nil)
  }

  private func formToken(_ form: String) -> (token: String, isBearer: Bool)? {
    let start = Array("\(Admission.field)=".utf8)
    guard let pair = form.utf8.split(separator: UInt8(ascii: "&")).first(where: { $0.starts(with: start) }) else {
      return nil
    }
    let bytes = pair.dropFirst(start.count).map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    let value = String(peer: bytes)
    let token = String(strictlyPercentEncodedPeer: value.utf8) ?? value
    return (token.trimmingCharacters(in: .whitespacesAndNewlines), false)
  }

  // MARK: Responses

  /// Returns a redirect that sets the cookie and leads to the same URL without the token. Therefore, the token is
  /// neither in the address bar nor in `Referer`. The browser's history may still contain it.
  private func welcome(_ request: ServerRequest) -> ServerResponse {
    var response = ServerResponse(
      .seeOther, headers: [.location: Admission.address(of: request), .cacheControl: "no-store"])
    if let name = HTTPField.Name("Referrer-Policy") { response.headers[name] = "no-referrer" }
    guard admit(request, in: &response) else { return refusal(.serviceUnavailable, "Try again.", to: request) }
    logger.info("a browser was admitted by the token", metadata: ["peer": "\(request.peer)"])
    return response
  }

  /// Returns the request's path and query without the token. The result has exactly one leading slash, so it is always
  /// a path on this server. With two leading slashes, it would refer to another server.
  private static func address(of request: ServerRequest) -> String {
    let components = request.urlComponents
    let path = "/" + (components?.percentEncodedPath ?? "").drop { $0 == "/" }
    let query = (components?.percentEncodedQuery ?? "").split(separator: "&").filter { !$0.hasPrefix("\(field)=") }
    return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
  }

  // MARK: The cookie

  private func goodCookie(of request: ServerRequest) -> String? {
    request.cookies("bridge-admission-\(request.port)", isSecure: trust.isSecure(request))
      .last { isGood($0, for: request) }
  }

  private func isGood(_ cookie: String, for request: ServerRequest) -> Bool {
    let parts = cookie.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, parts[0].utf8.count == 32, let code = code(of: String(parts[0]), for: request) else {
      return false
    }
    return ConstantTime.areEqual(Array(parts[1].utf8), Array(code.utf8))
  }

  /// Returns the code of a cookie. The cookie of a proxied site is valid only for this site, so that it admits nobody
  /// to the server's own pages.
  private func code(of id: String, for request: ServerRequest) -> String? {
    let site = request.isForOwnPages ? "" : " to \(trust.origin(of: request)?.host.description ?? "")"
    return HMAC.code(for: Array("snippetbridge admission\(site) \(id)".utf8), key: token)?
      .map { String(format: "%02x", $0) }.joined()
  }

  /// Sets the cookie of a browser that has presented the token, or that shows a proxied site in an iframe of a page
  /// that was admitted. Returns `false` if the cookie cannot be created.
  func admit(_ request: ServerRequest, in response: inout ServerResponse) -> Bool {
    let id = WebView.randomID()
    guard let code = code(of: id, for: request) else { return false }
    set("\(id).\(code)", on: &response, for: request)
    return true
  }

  /// Sets the cookie. `SameSite=Lax` makes browsers send the cookie when the user follows a link from another site.
  /// This is safe, because requests that perform actions also require the session cookie, which is `SameSite=Strict`.
  private func set(_ value: String, on response: inout ServerResponse, for request: ServerRequest) {
    let (name, isSecure) = ("bridge-admission-\(request.port)", trust.isSecure(request))
    let storage = CookieStorage(of: request, isSecure: isSecure)
    // An iframe is admitted again with each load of the shell's page, so its cookie ends with the browser's session.
    guard storage == .usual else { return response.set(cookie: name, to: value, in: storage, isSecure: isSecure) }
    response.set(
      cookie: name, to: value, attributes: "SameSite=Lax; Max-Age=\(Self.lifetime)", isSecure: isSecure)
  }
}

extension ServerRequest {
  /// Indicates whether the request has arrived at a listener of the server's own pages, and not of a proxied site.
  var isForOwnPages: Bool { listeners.indices.contains(listener) ? listeners[listener].hasOwnPages : true }
}
