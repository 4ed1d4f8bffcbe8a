package import HTTPTypes
import Logging
package import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// An object that decides which requests belong to another server, such as one of a fleet. Event loops call it, so it
/// must be safe on any thread and must not block.
package protocol RequestForwarding: AnyObject, Sendable {
  /// The name of the cookie with which browsers name the server that holds their web views.
  var cookieName: String { get }

  /// Returns the cookie's value for this server, or `nil` if browsers must not choose this server: before it is known
  /// to the others, and while it ends.
  /// - Parameter browser: The id of the browser's session, ``WebViewClient/session``.
  func mark(for browser: String) -> String?

  /// Returns the id of the browser's session that one of the cookie's values names, or `nil`. The browser keeps this id
  /// when it moves to this server.
  func browser(of marks: [String]) -> String?

  /// Returns the server that one of the cookie's values names, or `nil` if this server handles the request.
  func upstream(for marks: [String]) -> (node: String, upstream: Upstream)?

  /// Returns the header field that tells the server of a node the client's address, and proves that this server has
  /// sent it. Browsers cannot create a valid one.
  func field(for peer: String, to node: String) -> HTTPField?

  /// Returns the client's address from a field that another server has sent to this one, or `nil` if there is no valid
  /// one.
  func peer(in fields: ReceivedFields) -> String?

  /// Records that a request could not be forwarded.
  func failed(_ node: String)
}

/// Requests of browsers whose web views another server holds.
extension RequestRouter {
  /// Returns the values of the cookie that names the server which holds the browser's web views.
  func marks(of request: ServerRequest) -> [String] {
    registry.forwarding.map { request.cookies($0.cookieName, isSecure: trust.isSecure(request)) } ?? []
  }

  /// Returns the action that forwards a request to the server that holds the browser's web views, or `nil` if this
  /// server handles the request.
  func forwarded(_ request: ServerRequest) -> RequestAction? {
    guard let forwarding = registry.forwarding, !registry.sites.isSite(request.listener) else { return nil }
    let marks = marks(of: request)
    guard !marks.isEmpty, let (node, upstream) = forwarding.upstream(for: marks) else { return nil }
    guard !registry.hops.hasPassed(request) else {
      logger.warning(
        "a request was forwarded back to this server: the address with which a server has joined the fleet is wrong",
        metadata: ["target": "\(upstream.origin)"])
      let sentence = "This request was already forwarded once. The log of the server names the address."
      return .respond(
        ErrorPage(HTTPResponse.Status(code: 508, reasonPhrase: "Loop detected"), detail: sentence).response())
    }
    let replaced: Set<String> = [
      "host", "bridge-fleet", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded",
    ]
    var fields = ForwardedRequest.endToEndFields(of: request.headers)
      .filter { !replaced.contains($0.name.canonicalName) }
    for (name, value) in [
      ("X-Forwarded-For", request.peer), ("X-Forwarded-Proto", trust.isSecure(request) ? "https" : "http"),
    ] {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    if let field = forwarding.field(for: request.peer, to: node) { fields.append(field) }
    if let hop = registry.hops.field(behind: request) { fields.append(hop) }
    var forwarded = ForwardedRequest(
      to: upstream, method: request.method, target: request.target.originForm, fields: fields,
      failure: { [logger] failure in
        logger.warning(
          "a request could not be forwarded", metadata: ["target": "\(upstream.origin)", "reason": "\(failure.reason)"])
        if [.unreachable, .untrusted].contains(failure.kind) { forwarding.failed(node) }
        return .plain(.badGateway, "The server that holds this page cannot be reached.")
      })
    // A page script repeats its POST requests and its handshakes. A browser does not repeat a navigation or the request
    // of a script element, so this server handles such a request at once. A route of the other server may be slow or
    // fail, so only the failure of a navigation says that the whole server does not answer.
    if [.get, .head].contains(request.method), request.framing == .none, !request.isWebSocketHandshake {
      forwarded.fallback = { [logger] failure in
        let isGone = [.unreachable, .untrusted].contains(failure.kind)
        guard isGone || request.isNavigation && failure.kind != .malformed else { return nil }
        logger.warning(
          "a request could not be forwarded, so this server handles it",
          metadata: ["target": "\(upstream.origin)", "reason": "\(failure.reason)"])
        // From now on, the request would not be forwarded again.
        forwarding.failed(node)
        return { pending in handle(request).perform(for: request, with: pending) }
      }
    }
    // The other server checks the host that the browser has named.
    forwarded.authority = request.authority
    forwarded.isUpgrade = request.isWebSocketHandshake
    return .forward(forwarded)
  }
}
