import DSBridge
import Foundation
import HTTPTypes
import Logging
import Routes
import WebServer

/// Decides where each request goes. Its Host and its token are checked first, once, for every kind of request.
struct RequestRouter: RequestHandler {
  let registry: Registry
  /// Of each listener.
  let documents: [DocumentServer]
  let shim: Shim
  /// The pages' Content-Security-Policy.
  let policy: AddedHeaders?
  /// Their isolation.
  let isolation: AddedHeaders?
  let declarations: Declarations
  let trust: TrustPolicy
  let pageOrigins: PageOrigins
  /// Nil where no token is needed.
  let admission: Admission?
  /// The program's own.
  let routes: ProgramRoutes?
  /// By the index of their listener.
  let remotes: [Int: RemoteProxy]
  let logger: Logger

  func handle(_ request: ServerRequest) -> RequestAction {
    if let response = refusal(ofHost: request) { return respond(response, to: request) }
    if BridgePath.isOfBridge(request.path) {
      if let response = pageOrigins.preflight(request) { return .respond(response) }
      if let headers = pageOrigins.headers(for: request) { return admit(request).adding(headers) }
    }
    return admit(request)
  }

  /// Only a browser that has shown the token gets further.
  private func admit(_ request: ServerRequest) -> RequestAction {
    let match = match(request)
    // A module is loaded without cookies from a page of another port.
    let waivesToken = match.waivesToken || pageOrigins.isOrigin(of: request) && shim.files[String(request.path)] != nil
    guard let admission, !waivesToken else { return route(request, match) }
    if admission.isForm(request), case .length(...Admission.maximumFormSize) = request.framing {
      // Its body is what may let it in.
      return .collect(limit: Admission.maximumFormSize) { request, pending in
        if let answer = admission.answer(to: request, port: request.port) {
          pending.send(isolating(answer, for: request))
        } else {
          route(request, match).perform(for: request, with: pending)
        }
      }
    }
    if let answer = admission.answer(to: request, port: request.port) { return respond(answer, to: request) }
    return route(request, match)
  }

  /// To the same address over TLS: only under a name of this server, or the redirect could lead anywhere. Never stored,
  /// as it depends on that name.
  func handlePlainText(_ request: ServerRequest) -> ServerResponse {
    if let response = refusal(ofHost: request) { return response }
    return ServerResponse(
      .movedPermanently,
      headers: [
        .location: "https://\(request.authority ?? "")\(request.target.originForm)", .cacheControl: "no-store",
      ])
  }

  /// Routes a request that may be here.
  private func route(_ request: ServerRequest, _ match: RouteTable.Match) -> RequestAction {
    if let response = registry.module?.response(to: request) { return .respond(response) }
    if let remote = remote(for: request) { return forward(request, to: remote) }
    if request.isWebSocket { return upgrade(request) }
    // The port of a remote snippet has no documents of the server.
    let hasPages = remotes[request.listener] == nil
    if BridgePath.isOfBridge(request.path), !(hasPages && BridgePath.isOfPage(request.path)) {
      return handleBridge(request)
    }
    if let action = handleRoute(request, match) { return action }
    return handleDocument(request)
  }

  /// The program's route for it. Routes cannot take the bridge's own paths.
  private func match(_ request: ServerRequest) -> RouteTable.Match {
    guard let routes, !request.isWebSocket, !BridgePath.isOfBridge(request.path), remotes[request.listener] == nil
    else { return .nothing }
    return routes.table.match(request.method, request.path)
  }

  func respond(_ response: ServerResponse, to request: ServerRequest) -> RequestAction {
    .respond(isolating(response, for: request))
  }

  func isolating(_ response: ServerResponse, for request: ServerRequest) -> ServerResponse {
    // On an address that is not trustworthy a browser ignores the header, with an error in every page's console.
    guard let isolation, response.isDocument || response.status == .notModified && request.isNavigation,
      trust.isTrustworthy(request)
    else { return response }
    var response = response
    response.set(isolation)
    return response
  }

  // MARK: Refusals

  private func refusal(ofHost request: ServerRequest) -> ServerResponse? {
    guard let refusal = trust.hostRefusal(of: request) else { return nil }
    logger.warning("a request was refused", metadata: ["reason": "\(refusal.message)", "peer": "\(request.peer)"])
    return ErrorPage(refusal == .missingHost ? .badRequest : .forbidden, detail: refusal.message).response()
  }

  private func refusal(ofOrigin request: ServerRequest) -> ServerResponse? {
    guard let refusal = trust.originRefusal(of: request) else { return nil }
    logger.warning("a call was refused", metadata: ["reason": "\(refusal.message)", "peer": "\(request.peer)"])
    return plain(.forbidden, refusal.message)
  }

  /// Refuses a body where none is read.
  func refusal(ofBodyOf request: ServerRequest) -> ServerResponse? {
    guard request.framing != .none else { return nil }
    return ErrorPage(.contentTooLarge, detail: request.decodedPath).response()
  }

  // MARK: The bridge

  private func upgrade(_ request: ServerRequest) -> RequestAction {
    guard BridgePath(rawValue: String(request.path)) == .socket else {
      return .respond(plain(.notFound, "There is no WebSocket here."))
    }
    if let refusal = trust.originRefusal(of: request) {
      logger.warning("a socket was refused", metadata: ["reason": "\(refusal.message)", "peer": "\(request.peer)"])
      return .respond(plain(.forbidden, refusal.message))
    }
    let sessions = sessions(of: request)
    guard !sessions.isEmpty else {
      return .respond(plain(.unauthorized, "A socket needs the session that the document's hello has set."))
    }
    return .upgrade(DocumentSocket(registry: registry, sessions: sessions, logger: logger))
  }

  private func handleBridge(_ request: ServerRequest) -> RequestAction {
    switch BridgePath(rawValue: String(request.path)) {
    case .hello: post(request) { .collect(limit: Hello.maximumSize, then: hello) }
    case .call: post(request) { .collect(limit: registry.configuration.maximumFrameSize, then: call) }
    case .lane: post(request) { .respond(refusal(ofBodyOf: request) ?? lane(request)) }
    case .download: post(request) { download(request) }
    case .leave: post(request) { .respond(refusal(ofBodyOf: request) ?? leave(request)) }
    case .socket:
      .respond(plain(.badRequest, "This address takes WebSockets of the protocol snippetbridge.1."))
    case .declarations where registry.configuration.servesDeclarations:
      .collect(limit: 0) { request, pending in
        pending.sendLater { response(to: request, file: await declarations.file, caching: "no-cache") }
      }
    case .declarations, nil: handleShim(request)
    }
  }

  /// A POST that only a document of this server may send.
  private func post(_ request: ServerRequest, _ action: () -> RequestAction) -> RequestAction {
    guard request.method == .post else { return respond(ErrorPage.methodNotAllowed(allow: "POST"), to: request) }
    if let response = refusal(ofOrigin: request) { return .respond(response) }
    return action()
  }

  private func handleShim(_ request: ServerRequest) -> RequestAction {
    guard let file = shim.files[String(request.path)] else {
      return respond(ErrorPage(.notFound, detail: request.decodedPath).response(), to: request)
    }
    let isImmutable = shim.immutable.contains(String(request.path))
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
  /// Does this for a request whose body has been read already.
  fileprivate func perform(for request: ServerRequest, with pending: PendingResponse) {
    switch self {
    case .respond(let response): pending.send(response)
    case .collect(let limit, let completion):
      guard request.body.count <= limit else {
        return pending.send(ErrorPage(.contentTooLarge, detail: request.decodedPath).response())
      }
      completion(request, pending)
    case .stream(let handler): handler(ServerRequestBody(request.body), pending)
    case .forward(var forwarded):
      forwarded.body = request.body
      pending.forward(forwarded)
    case .decide(let handler): handler(request, pending)
    case .upgrade: pending.send(ErrorPage(.badRequest).response())
    }
  }
}
