import DSBridge
import DSBridgeLocks
import Foundation
import HTTPTypes
import Logging
import SnippetBridgeRoutes
import SnippetBridgeWebServer

/// A router that decides how each request is handled. For each request, the router first checks the `Host` header and,
/// if the server requires a token, the access token.
struct RequestRouter: RequestHandler {
  let registry: Registry
  /// The document servers, one per listener.
  let documents: [DocumentServer]
  let pageScript: PageScript
  /// The header that isolates pages from other sites, or `nil` if isolation is off.
  let isolation: AddedHeaders?
  let declarations: Declarations
  let trust: TrustPolicy
  let pageOrigins: PageOrigins
  /// The check of the access token, or `nil` if no token is required.
  let admission: Admission?
  /// The program's routes.
  let routes: ProgramRoutes?
  let logger: Logger

  func handle(_ request: ServerRequest) -> RequestAction {
    if let response = refusal(ofHost: request) { return respond(response, to: request) }
    if let action = forwarded(request) { return action }
    guard BridgePath.isOfBridge(request.path) else { return admit(request, isOfBridge: false) }
    let action =
      pageOrigins.isPreflight(request) ? .respond(PageOrigins.preflight) : admit(request, isOfBridge: true)
    return pageOrigins.headers(for: request).map(action.adding) ?? action
  }

  /// Checks the access token of a request. If a token is required, only clients that have presented it are admitted.
  private func admit(_ request: ServerRequest, isOfBridge: Bool) -> RequestAction {
    // The program's routes cannot use paths that are reserved for the bridge.
    let match = isOfBridge ? .nothing : match(request)
    // Pages of page origins load the page script's JavaScript module without cookies, so such requests require no
    // token.
    // An iframe of a proxied site presents a ticket instead.
    let isEntrance =
      isOfBridge && request.path == BridgePath.entrance.rawValue && registry.sites.isSite(request.listener)
    let waivesToken =
      match.waivesToken || isEntrance
      || pageOrigins.isOrigin(of: request) && pageScript.files[String(request.path)] != nil
    guard let admission, !waivesToken else { return route(request, match, isOfBridge: isOfBridge) }
    @Sendable func admitted(_ request: ServerRequest) -> RequestAction {
      if let answer = admission.answer(to: request) {
        return respond(self.admission(before: request) ?? answer, to: request)
      }
      return route(request, match, isOfBridge: isOfBridge)
    }
    if admission.isForm(request), case .length(...Admission.maximumFormSize) = request.framing {
      // The body may contain the token, so it must be read before the request can be admitted.
      return .collect(limit: Admission.maximumFormSize) { request, pending in
        admitted(request).perform(for: request, with: pending)
      }
    }
    return admitted(request)
  }

  /// Returns a redirect to the same URL over TLS. Accepts only host names of this server, because the redirect could
  /// otherwise lead to any server. The response must not be cached, because it depends on the host name.
  func handlePlainText(_ request: ServerRequest) -> ServerResponse {
    if let response = refusal(ofHost: request) { return response }
    return ServerResponse(
      .movedPermanently,
      headers: [
        .location: "https://\(request.authority ?? "")\(request.target.originForm)", .cacheControl: "no-store",
      ])
  }

  /// Returns the action for a request whose access token was accepted.
  private func route(_ request: ServerRequest, _ match: RouteTable.Match, isOfBridge: Bool) -> RequestAction {
    if let response = registry.module?.response(to: request) { return .respond(response) }
    let proxy = registry.sites.proxy(at: request.listener)
    if proxy == nil, registry.sites.isSite(request.listener) {
      return .respond(ErrorPage(.gone, detail: "This site was removed from the server.").response())
    }
    if let proxy, !isOfBridge { return forward(request, to: proxy) }
    if request.isWebSocket { return upgrade(request) }
    // The port of a proxied site does not serve the server's own documents.
    if isOfBridge, proxy != nil || !BridgePath.isOfPage(request.path) { return handleBridge(request) }
    return handlePage(request, match)
  }

  /// Returns the program's route that matches the request.
  private func match(_ request: ServerRequest) -> RouteTable.Match {
    guard let routes, !request.isWebSocket, !registry.sites.isSite(request.listener) else { return .nothing }
    return routes.table.match(request.method, request.path)
  }

  func respond(_ response: ServerResponse, to request: ServerRequest) -> RequestAction {
    .respond(isolating(response, for: request))
  }

  func isolating(_ response: ServerResponse, for request: ServerRequest) -> ServerResponse {
    // Browsers accept the header only over https or from the local machine. Otherwise, they ignore it and log an error
    // in the console of every page.
    guard let isolation, response.isDocument || response.status == .notModified && request.isNavigation,
      trust.isTrustworthy(request)
    else { return response }
    var response = response
    response.set(isolation)
    return response
  }

  // MARK: Rejections

  private func refusal(ofHost request: ServerRequest) -> ServerResponse? {
    if let proxy = registry.sites.proxy(at: request.listener) { return refusal(ofHost: request, for: proxy.site) }
    let sites = registry.sites
    let isOfSite = !sites.isSite(request.listener) && sites.isSite(trust.origin(of: request)?.host)
    guard let refusal = isOfSite ? .foreignHost(request.authority ?? "") : trust.hostRefusal(of: request) else {
      return nil
    }
    logger.warning("a request was refused", metadata: ["reason": "\(refusal.message)", "peer": "\(request.peer)"])
    return ErrorPage(refusal == .missingHost ? .badRequest : .forbidden, detail: refusal.message).response()
  }

  private func refusal(ofOrigin request: ServerRequest, _ warning: Logger.Message) -> ServerResponse? {
    guard let refusal = trust.originRefusal(of: request) else { return nil }
    logger.warning(warning, metadata: ["reason": "\(refusal.message)", "peer": "\(request.peer)"])
    return .plain(.forbidden, refusal.message)
  }

  /// Returns the response that rejects an unexpected request body, or `nil` if the request has no body.
  func refusal(ofBodyOf request: ServerRequest) -> ServerResponse? {
    guard request.framing != .none else { return nil }
    return ErrorPage(.contentTooLarge, detail: request.decodedPath).response()
  }

  // MARK: Requests for the bridge

  private func upgrade(_ request: ServerRequest) -> RequestAction {
    guard BridgePath(rawValue: String(request.path)) == .socket else {
      return .respond(.plain(.notFound, "This address does not accept WebSockets."))
    }
    if let response = refusal(ofOrigin: request, "a socket was refused") { return .respond(response) }
    let sessions = sessions(of: request)
    guard !sessions.isEmpty else {
      return .respond(
        .plain(.unauthorized, "A socket requires the session cookie of the response to the document's hello."))
    }
    return .upgrade(DocumentSocket(registry: registry, sessions: sessions, logger: logger))
  }

  private func handleBridge(_ request: ServerRequest) -> RequestAction {
    // The pages of a proxied site learn nothing about the program.
    let isOwn = !registry.sites.isSite(request.listener)
    return switch BridgePath(rawValue: String(request.path)) {
    case .hello: post(request) { .collect(limit: Hello.maximumSize, then: hello) }
    case .call: post(request) { .collect(limit: registry.configuration.maximumWireMessageSize, then: call) }
    case .lane: post(request) { .respond(refusal(ofBodyOf: request) ?? lane(request)) }
    case .download: post(request) { download(request) }
    case .leave: post(request) { .respond(refusal(ofBodyOf: request) ?? leave(request)) }
    case .socket:
      .respond(.plain(.badRequest, "This address accepts WebSockets of the protocol snippetbridge.1."))
    case .entrance: .respond(enter(request))
    // The pages of a proxied site learn nothing about the program.
    case .declarations where registry.configuration.servesDeclarations && isOwn:
      .collect(limit: 0) { request, pending in
        pending.sendLater { response(to: request, file: await declarations.file, caching: "no-cache") }
      }
    case .inspector where registry.isInspected && isOwn: .respond(redirectToInspector(request))
    case .declarations, .inspector, nil: handlePageScript(request)
    }
  }

  /// Returns a redirect to the inspector, which has a port of its own. The response must not be cached, because the
  /// port may be another one after a restart.
  private func redirectToInspector(_ request: ServerRequest) -> ServerResponse {
    guard let port = registry.inspectorPort.withLock({ $0 }) else { return ErrorPage(.serviceUnavailable).response() }
    let scheme = registry.configuration.tls == .off ? "http" : "https"
    let host = WebOrigin(authority: request.authority ?? "", isSecure: false)?.host.description ?? "localhost"
    return ServerResponse(
      .temporaryRedirect, headers: [.location: "\(scheme)://\(host):\(port)/", .cacheControl: "no-store"])
  }

  /// Returns the result of `action` if the request is a POST request from a page that may use the bridge. Otherwise,
  /// returns the action that rejects the request.
  private func post(_ request: ServerRequest, _ action: () -> RequestAction) -> RequestAction {
    guard request.method == .post else { return respond(ErrorPage.methodNotAllowed(allow: "POST"), to: request) }
    if let response = refusal(ofOrigin: request, "a call was refused") { return .respond(response) }
    return action()
  }

  private func handlePageScript(_ request: ServerRequest) -> RequestAction {
    guard let file = pageScript.files[String(request.path)] else {
      return respond(ErrorPage(.notFound, detail: request.decodedPath).response(), to: request)
    }
    let isImmutable = pageScript.immutable.contains(String(request.path))
    let caching = isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
    return respond(response(to: request, file: file, caching: caching), to: request)
  }

  private func response(to request: ServerRequest, file: BridgeFile, caching: String) -> ServerResponse {
    guard request.method == .get || request.method == .head else { return ErrorPage.methodNotAllowed() }
    if let response = refusal(ofBodyOf: request) { return response }
    let headers: HTTPFields = [.contentType: file.type, .cacheControl: caching, .eTag: file.etag.description]
    if let tags = request.headers[.ifNoneMatch], file.etag.isListed(in: tags, weak: true) {
      return ServerResponse(.notModified, headers: headers)
    }
    return ServerResponse(.ok, headers: headers, body: .bytes(file.bytes))
  }
}

extension RequestAction {
  /// Performs the action for a request whose body has already been read.
  func perform(for request: ServerRequest, with pending: PendingResponse) {
    switch self {
    case .respond(let response): pending.send(response)
    case .collect(let limit, let completion):
      guard request.body.count <= limit else {
        return pending.send(ErrorPage(.contentTooLarge, detail: request.decodedPath).response())
      }
      completion(request, pending)
    case .stream(let handler): handler(ArrivingBody(request.body), pending)
    case .forward(var forwarded):
      if !request.body.isEmpty { forwarded.body = request.body }
      pending.forward(forwarded)
    case .decide(let handler): handler(request, pending)
    case .upgrade: pending.send(ErrorPage(.badRequest).response())
    }
  }
}
