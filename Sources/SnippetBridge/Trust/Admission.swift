import DSBridgeLocks
import DSBridgeText
import Foundation
import HTTPTypes
import Logging
import SnippetBridgeWebServer

/// The access check that admits browsers and programs that present the token in a header, a URL or a form. After a
/// token in a URL or a form, the browser gets a cookie that replaces the token.
///
/// The cookie's value is a random number with its HMAC under the token. It reveals nothing about the token, stays
/// valid after a restart, and becomes invalid when the token changes.
final class Admission: Sendable {
  private static let field = "token"
  /// The maximum size of a form with a token, in bytes. A larger form is not read.
  static let maximumFormSize = 4096
  /// The lifetime of the cookie, in seconds: 400 days, the maximum in browsers. Every hello renews it.
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

  /// Returns the response to a request that is not admitted, or the redirect that sets the cookie. Returns `nil` if
  /// the request may continue.
  func answer(to request: ServerRequest, port: Int) -> ServerResponse? {
    let isIn = goodCookie(of: request, port: port) != nil
    guard let shown = shownToken(in: request) else {
      return isIn ? nil : refusal(.unauthorized, "This server requires its token.", to: request)
    }
    // A page's own URL may have a parameter "token". With a valid cookie, that parameter does not count as a guess.
    if isIn { return isRight(shown.token) && !shown.isBearer ? welcome(request, port: port) : nil }
    switch examine(shown.token, from: request.peer) {
    case .right:
      return shown.isBearer ? nil : welcome(request, port: port)
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

  /// Renews the lifetime of a browser's cookie.
  func renew(for request: ServerRequest, in response: inout ServerResponse, port: Int) {
    guard let value = goodCookie(of: request, port: port) else { return }
    set(value, on: &response, for: request, port: port)
  }

  // MARK: The token

  /// Returns whether `text` is this server's token. Guesses are not counted, so use this only for requests that are
  /// already admitted.
  func isToken(_ text: String) -> Bool { isRight(text) }

  private func examine(_ shown: String, from peer: String) -> AttemptLimit.Verdict {
    limit.withLock { $0.examine(from: peer, at: .now) { isRight(shown) } }
  }

  private func isRight(_ shown: String) -> Bool {
    ConstantTime.areEqual(SHA256.digest(of: Array(shown.utf8)), SHA256.digest(of: token))
  }

  /// Returns the token in a request, or `nil` if there is none.
  ///
  /// Requests from other sites are ignored, because they could use up this browser's guesses. Over plain http to
  /// another machine, browsers do not name the site of a request.
  private func shownToken(in request: ServerRequest) -> (token: String, isBearer: Bool)? {
    if let value = request.headers[.authorization], value.lowercased().hasPrefix("bearer ") {
      return (String(value.dropFirst("bearer ".count)), true)
    }
    guard request.isNavigation, !request.isForeign(to: trust), !request.isCrossSite else { return nil }
    if request.method == .post {
      guard isForm(request) else { return nil }
      return formToken(String(peer: request.body.prefix(Admission.maximumFormSize)))
    }
    return formToken(String(request.query ?? ""))
  }

  /// Returns whether the request is a form that may contain the token in its body.
  func isForm(_ request: ServerRequest) -> Bool {
    request.method == .post && request.isNavigation && !request.isForeign(to: trust)
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

  // MARK: Answers

  /// Returns a redirect that sets the cookie and leads to the same address without the token. So the token is not in
  /// the address bar or in `Referer`, but the browser's history may contain it.
  private func welcome(_ request: ServerRequest, port: Int) -> ServerResponse {
    var response = ServerResponse(
      .seeOther, headers: [.location: Admission.address(of: request), .cacheControl: "no-store"])
    if let name = HTTPField.Name("Referrer-Policy") { response.headers[name] = "no-referrer" }
    let id = WebView.randomID()
    guard let code = code(of: id) else { return refusal(.serviceUnavailable, "Try again.", to: request) }
    set("\(id).\(code)", on: &response, for: request, port: port)
    logger.info("a browser was admitted by the token", metadata: ["peer": "\(request.peer)"])
    return response
  }

  /// Returns the request's path and query without the token. The result has exactly one leading slash and is always an
  /// address of this server. With two leading slashes, it would name another server.
  private static func address(of request: ServerRequest) -> String {
    let components = request.urlComponents
    let path = "/" + (components?.percentEncodedPath ?? "").drop { $0 == "/" }
    let query = (components?.percentEncodedQuery ?? "").split(separator: "&").filter { !$0.hasPrefix("\(field)=") }
    return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
  }

  private func refusal(_ status: HTTPResponse.Status, _ sentence: String, to request: ServerRequest) -> ServerResponse {
    AdmissionPage(status: status, sentence: sentence).response(asHTML: request.isNavigation)
  }

  // MARK: The cookie

  private func goodCookie(of request: ServerRequest, port: Int) -> String? {
    request.cookies("bridge-admission-\(port)", isSecure: trust.isSecure(request)).last(where: isGood)
  }

  private func isGood(_ cookie: String) -> Bool {
    let parts = cookie.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, parts[0].utf8.count == 32, let code = code(of: String(parts[0])) else { return false }
    return ConstantTime.areEqual(Array(parts[1].utf8), Array(code.utf8))
  }

  private func code(of id: String) -> String? {
    HMAC.code(for: Array("snippetbridge admission \(id)".utf8), key: token)?
      .map { String(format: "%02x", $0) }.joined()
  }

  /// Sets the cookie. `SameSite=Lax` admits a browser that follows a link from another site. Requests that perform
  /// actions also need the session's cookie, which is `Strict`.
  private func set(_ value: String, on response: inout ServerResponse, for request: ServerRequest, port: Int) {
    response.set(
      cookie: "bridge-admission-\(port)", to: value, attributes: "SameSite=Lax; Max-Age=\(Admission.lifetime)",
      isSecure: trust.isSecure(request))
  }
}
