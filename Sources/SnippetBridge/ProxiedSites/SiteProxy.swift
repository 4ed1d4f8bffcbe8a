import DSBridgeLocks
import HTTPTypes
import Logging
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// A proxy that forwards requests for a proxied site to the site's target. All event loops share one instance. Safe on
/// any thread.
final class SiteProxy: Sendable {
  let site: ProxiedSite
  private let upstream: Upstream
  private let context: SiteContext
  private let marks: (document: String, serviceWorker: String)
  private let eventStreams: SiteEventStreams?
  /// Whether the target has stopped answering. The log has one entry when the target stops answering and one when the
  /// target answers again.
  private let isAway = Atomic(false)

  /// Creates a proxy that forwards the site's requests to `upstream`.
  init(_ site: ProxiedSite, to upstream: Upstream, _ context: SiteContext) {
    self.site = site
    self.upstream = upstream
    self.context = context
    marks = (Self.mark(of: context.pageScript.tag), Self.mark(of: ServiceWorkerGuard.script))
    // If a reverse proxy is in front of this server, browsers connect to that proxy. The number of connections that
    // browsers can open to it is unknown, so do not limit the event streams.
    eventStreams = context.configuration.trustedProxies.isEmpty ? SiteEventStreams() : nil
  }

  private var logger: Logger { context.configuration.logger }

  private static func mark(of bytes: [UInt8]) -> String { SHA256.hexDigits(of: bytes, count: 4) }

  /// Returns the response that rejects a request that was forwarded back to this server, or `nil` for any other
  /// request. A request is forwarded back if the target is this server under another name, or if the target itself
  /// forwards requests to this server.
  func refusalOfReturn(for request: ServerRequest) -> ServerResponse? {
    guard context.hops.hasPassed(request) else { return nil }
    logger.warning(
      "the target of a proxied site leads back to this server",
      metadata: ["site": "\(site.name)", "target": "\(site.target)"])
    let sentence = "This request was already forwarded once: the target \(site.target) leads back to this server."
    return ErrorPage(HTTPResponse.Status(code: 508, reasonPhrase: "Loop detected"), detail: sentence).response()
  }

  /// The target's origin.
  var target: WebOrigin { upstream.origin }

  /// Returns the reason why the page script cannot run in a page from the target, as a clause, or `nil` if it can run.
  func obstacle(in head: UpstreamResponseHead) -> String? {
    guard (200..<300).contains(head.status), ![204, 205].contains(head.status) else { return nil }
    let type = MediaTypeField(head.fields[.contentType] ?? "").name
    switch type {
    case "text/html": break
    case "": return "its response has no Content-Type"
    case "application/xhtml+xml": return "it is XHTML, into which the bridge cannot insert its script"
    default: return "it has the type \(type), and only HTML can be shown"
    }
    let isSandboxed = head.fields.list.contains {
      $0.name == .contentSecurityPolicy && SitePolicies.isSandboxed($0.value)
    }
    return isSandboxed ? "its Content-Security-Policy has a sandbox that stops all scripts" : nil
  }

  func forwarded(_ request: ServerRequest) -> ForwardedRequest {
    let passage = passage(for: request)
    var fields = passage.request(ForwardedRequest.endToEndFields(of: request.headers))
    if let hop = context.hops.field(behind: request) { fields.append(hop) }
    var forwarded = ForwardedRequest(
      to: upstream, method: request.method,
      target: SitePassage.removing(passage.isToken, from: request.target.originForm), fields: fields,
      response: { head in
        self.answered()
        return self.response(to: request, head, passage)
      },
      failure: { failure in
        self.failed(failure)
        return self.unreachablePage(because: failure.reason, to: request)
      })
    forwarded.isUpgrade = request.isWebSocketHandshake
    // Forward the part of the body that was already read.
    if !request.body.isEmpty { forwarded.body = request.body }
    return forwarded
  }

  private func failed(_ failure: UpstreamFailure) {
    guard !isAway.exchange(true, ordering: .relaxed) else { return }
    logger.warning(
      "the target of a proxied site does not answer",
      metadata: ["site": "\(site.name)", "target": "\(site.target)", "reason": "\(failure.reason)"])
  }

  private func answered() {
    // Load the flag before exchanging it, because an exchange is more expensive and this function is called for every
    // response.
    guard isAway.load(ordering: .relaxed), isAway.exchange(false, ordering: .relaxed) else { return }
    logger.notice(
      "the target of a proxied site answers again", metadata: ["site": "\(site.name)", "target": "\(site.target)"])
  }

  /// Adds cookies and the policy to a page that this server has generated in place of a page from the target.
  func passing(_ page: ServerResponse, setting setCookies: [String], for request: ServerRequest) -> ServerResponse {
    let passage = passage(for: request)
    var page = page
    for header in setCookies.compactMap(passage.cookies.toBrowser) {
      page.headers.append(HTTPField(name: .setCookie, value: header))
    }
    page.headers[.contentSecurityPolicy] = passage.ownPolicy
    return page
  }

  private func passage(for request: ServerRequest) -> SitePassage {
    // Requests with an invalid `Host` header were rejected before.
    let own = context.trust.origin(of: request) ?? upstream.origin
    let isWorker = request.header(.serviceWorker) == "script"
    let kind: SitePassage.Kind = request.asksForDocument ? .document : isWorker ? .serviceWorker : .other
    let origins = SiteOrigins(target: upstream.origin, own: own)
    return SitePassage(
      kind: kind, origins: origins,
      cookies: SiteCookies(isSecure: own.isSecure, storage: CookieStorage(of: request, isSecure: own.isSecure)),
      policies: SitePolicies(
        sources: context.pageScript.sources, hasWorker: context.configuration.isolation != .none, origins: origins),
      tags: SiteEntityTags(
        mark: kind == .document ? marks.document : kind == .serviceWorker ? marks.serviceWorker : nil),
      ownPolicy: "frame-ancestors \(context.frameAncestors(for: request))"
        + (context.navigationPolicy.directives.map { "; \($0)" } ?? ""),
      requestCookies: request.headers[.cookie] ?? "",
      isOwn: { self.context.trust.isOwn(origin: WebOrigin($0), for: request) },
      isToken: { self.context.admission?.isToken($0) ?? false })
  }

  private func response(
    to request: ServerRequest, _ head: UpstreamResponseHead, _ passage: SitePassage
  ) -> ForwardedResponse {
    let content = passage.content(of: head)
    if case .refused(let coding) = content {
      logger.warning(
        "a proxied page is compressed although that was not requested",
        metadata: ["site": "\(site.name)", "coding": "\(coding)", "path": "\(request.path)"])
      let reason = "it compressed this page with \"\(coding)\", which was not requested"
      return ForwardedResponse(replacement: unreachablePage(because: reason, to: request, reloads: false))
    }
    var changed = passage.response(
      ForwardedRequest.endToEndFields(of: head.fields), status: head.status, content: content)
    if request.handlesChallenges { changed.fields.removeAll { $0.name == .wwwAuthenticate } }
    if changed.isSandboxed {
      logger.warning(
        "a proxied page has a sandbox policy that also blocks the page script",
        metadata: ["site": "\(site.name)", "path": "\(request.path)"])
    }
    var response = ForwardedResponse(changed.fields, transform: transform(for: content))
    if head.isEventStream, let eventStreams {
      let browser = SiteEventStreams.Browser(
        peer: request.peer, agent: request.headers[.userAgent] ?? "", host: request.authority ?? "")
      guard let place = eventStreams.open(by: browser) else {
        // If the server accepted the stream, the page's next blocking call would hang without an error.
        logger.warning(
          "an event stream of a proxied page was refused: it would leave no connection for blocking calls",
          metadata: ["site": "\(site.name)", "path": "\(request.path)"])
        let sentence = """
          This browser already has \(SiteEventStreams.most) open event streams here. Another one would use its last \
          connection, and the bridge's blocking calls would wait forever.
          """
        return ForwardedResponse(replacement: .plain(.serviceUnavailable, sentence + "\n"))
      }
      response.held = place
    }
    return response
  }

  /// Returns the page that a browser receives if the target does not answer, with status 502. The page shows the target
  /// and the reason, and reloads automatically if `reloads` is `true`.
  private func unreachablePage(
    because reason: String, to request: ServerRequest, reloads: Bool = true
  ) -> ServerResponse {
    let sentence = "\(site.target) does not answer: \(reason)."
    guard request.asksForDocument else { return .plain(.badGateway, sentence + "\n") }
    var response = ErrorPage(.badGateway, detail: sentence).response()
    // Reload the page through a header and not with a script, because a policy might block scripts. Do not reload after
    // a POST request, because the browser would submit the form again.
    if reloads, request.method == .get, let refresh = HTTPField.Name("Refresh") { response.headers[refresh] = "3" }
    return response
  }

  private func transform(for content: SitePassage.Content) -> (any BodyTransform)? {
    switch content {
    case .same, .refused: nil
    case .injected(let charset, isGzipped: false): HeadInsertion(of: context.pageScript.tag, charset: charset)
    case .injected(let charset, isGzipped: true):
      GzipInflation(before: HeadInsertion(of: context.pageScript.tag, charset: charset))
    case .guarded(isGzipped: false): Prefix(ServiceWorkerGuard.script)
    case .guarded(isGzipped: true): GzipInflation(before: Prefix(ServiceWorkerGuard.script))
    }
  }
}

extension ServerRequest {
  /// Whether the request is a WebSocket handshake, with any subprotocol (RFC 6455, section 4.1).
  var isWebSocketHandshake: Bool {
    method == .get && framing == .none && headers[.upgrade]?.lowercased() == "websocket"
      && headers[.connection]?.lowercased().listElements.contains("upgrade") == true
  }
}
