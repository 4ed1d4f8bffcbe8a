import DSBridge
import Foundation
import HTTPTypes
import Logging
import WebServer

/// Where each request goes.
struct RequestRouter: RequestHandler {
  let registry: Registry
  let root: DocumentRoot
  let shim: Shim
  /// The pages' Content-Security-Policy.
  let policy: AddedHeaders?
  /// Their isolation.
  let isolation: AddedHeaders?
  let declarations: Declarations
  let trust: TrustPolicy
  /// Nil where no token is needed.
  let admission: Admission?
  let logger: Logger

  func promptResponse(to request: Request) -> Response? {
    promptAnswer(to: request).map { isolating($0, for: request) }
  }

  func respond(to request: Request, with pending: PendingResponse) {
    switch request.path {
    case "/_bridge/hello": hello(request, with: pending)
    case "/_bridge/call": call(request, with: pending)
    case "/_bridge/native.d.ts":
      pending.sendLater {
        isolating(response(to: request, file: await declarations.file, caching: "no-cache"), for: request)
      }
    default: askInterceptor(about: request, with: pending)
    }
  }

  private func isolating(_ response: Response, for request: Request) -> Response {
    // Elsewhere a browser ignores it, and says so in the console of every page.
    guard let isolation, response.isDocument || response.status == .notModified && request.isNavigation,
      trust.isTrustworthy(request)
    else { return response }
    var response = response
    response.set(isolation)
    return response
  }

  /// Nil for what may have to wait: for a web view, an interceptor, or the declarations.
  private func promptAnswer(to request: Request) -> Response? {
    if let response = refusal(of: request) { return response }
    if request.path.hasPrefix("/_bridge/") { return promptAnswerOfBridge(to: request) }
    switch interception(of: request) {
    case .none: return file(for: request)
    case .refused(let response): return response
    case .asked: return nil
    }
  }

  private func askInterceptor(about request: Request, with pending: PendingResponse) {
    switch interception(of: request) {
    case .none: pending.send(isolating(file(for: request), for: request))
    case .refused(let response): pending.send(isolating(response, for: request))
    case .asked(let interceptor, let url):
      ask(interceptor, .url(url)) { isHandled in
        pending.send(isHandled ? Response(.noContent) : isolating(file(for: request), for: request))
      }
    }
  }

  /// Who may not have anything.
  private func refusal(of request: Request) -> Response? {
    refusal(ofHost: request) ?? admission?.answer(to: request, port: registry.port)
  }

  private func file(for request: Request) -> Response {
    guard request.method == .get || request.method == .head else {
      return ErrorPage.methodNotAllowed()
    }
    var response =
      root.respond(to: request) ?? root.respond(to: request.withPluses)
      ?? ErrorPage(.notFound, detail: request.path).response()
    let isNavigation = request.isNavigation
    if isNavigation { registry.answers(request, of: session(of: request), with: response.status) }
    // What a 304 is of, the browser knows; what it is for, the request says.
    if let policy, response.isDocument || response.status == .notModified && isNavigation { response.set(policy) }
    return response
  }

  /// Nobody's bytes are kept who would be refused with them, nor where nobody reads them.
  func refusal(ofHead request: Request, bodyLength: Int) -> Response? {
    if let response = refusal(ofHost: request) { return response }
    if let admission {
      // Its body is what may let it in.
      if admission.isForm(request), bodyLength <= Admission.maximumFormSize { return nil }
      if let answer = admission.answer(to: request, port: registry.port) { return answer }
    }
    switch (request.method, request.path) {
    case (.post, "/_bridge/hello"):
      return refusal(ofOrigin: request) ?? refusal(ofBody: bodyLength, over: Hello.maximumSize, in: request)
    case (.post, "/_bridge/call"):
      let limit = registry.configuration.maximumFrameSize
      return refusal(ofOrigin: request) ?? refusal(ofBody: bodyLength, over: limit, in: request)
    // An interceptor may be asked about it.
    case (.post, let path) where request.isNavigation && !path.hasPrefix("/_bridge/"): return nil
    case (.get, _), (.head, _), (.post, "/_bridge/leave"), (.post, "/_bridge/lane"):
      return ErrorPage(.contentTooLarge, detail: request.path).response()
    default: return ErrorPage.methodNotAllowed()
    }
  }

  private func refusal(ofHost request: Request) -> Response? {
    guard let refusal = trust.refusesHost(of: request) else { return nil }
    logger.warning("a request was refused", metadata: ["reason": "\(refusal.message)", "peer": "\(request.peer)"])
    return ErrorPage(refusal == .missingHost ? .badRequest : .forbidden, detail: refusal.message).response()
  }

  private func refusal(ofOrigin request: Request) -> Response? {
    guard let refusal = trust.refusesOrigin(of: request) else { return nil }
    logger.warning("a call was refused", metadata: ["reason": "\(refusal.message)", "peer": "\(request.peer)"])
    return plain(.forbidden, refusal.message)
  }

  private func refusal(ofBody length: Int, over limit: Int, in request: Request) -> Response? {
    guard length > limit else { return nil }
    logger.warning(
      "a request was refused", metadata: ["reason": "The body is over \(limit) bytes.", "peer": "\(request.peer)"])
    return ErrorPage(.contentTooLarge, detail: request.path).response()
  }

  func upgrade(_ request: Request) -> Upgrade {
    if let refusal = trust.refusesHost(of: request) ?? trust.refusesOrigin(of: request) {
      logger.warning("a socket was refused", metadata: ["reason": "\(refusal.message)", "peer": "\(request.peer)"])
      return .refuse(plain(.forbidden, refusal.message))
    }
    if let answer = admission?.answer(to: request, port: registry.port) { return .refuse(answer) }
    let sessions = sessions(of: request)
    guard !sessions.isEmpty else {
      return .refuse(plain(.unauthorized, "A socket needs the session that the document's hello has set."))
    }
    return .accept(DocumentSocket(registry: registry, sessions: sessions, logger: logger))
  }

  private func promptAnswerOfBridge(to request: Request) -> Response? {
    switch request.path {
    case "/_bridge/hello", "/_bridge/call", "/_bridge/lane", "/_bridge/leave":
      guard request.method == .post else { return ErrorPage.methodNotAllowed(allow: "POST") }
      if let response = refusal(ofOrigin: request) { return response }
      switch request.path {
      case "/_bridge/lane": return lane(request)
      case "/_bridge/leave": return leave(request)
      default: return nil
      }
    case "/_bridge/socket":
      return plain(.badRequest, "This address takes WebSockets of the protocol snippetbridge.1.")
    case "/_bridge/native.d.ts" where registry.configuration.servesDeclarations:
      return nil
    default:
      guard let file = shim.files[request.path] else {
        return ErrorPage(.notFound, detail: request.path).response()
      }
      let isImmutable = shim.immutable.contains(request.path)
      return response(
        to: request, file: file, caching: isImmutable ? "public, max-age=31536000, immutable" : "no-cache")
    }
  }

  private func response(to request: Request, file: BridgeFile, caching: String) -> Response {
    guard request.method == .get || request.method == .head else {
      return ErrorPage.methodNotAllowed()
    }
    let headers: HTTPFields = [.contentType: file.type, .cacheControl: caching, .eTag: file.etag]
    if request.headers[.ifNoneMatch]?.contains(file.etag) == true { return Response(.notModified, headers: headers) }
    return Response(.ok, headers: headers, body: .bytes(file.bytes))
  }

  // MARK: Navigations

  private enum Interception {
    case none
    case refused(Response)
    /// The browser stays where it is, by 204, if the interceptor handles it.
    case asked(any NavigationInterceptor, URL)
  }

  private func interception(of request: Request) -> Interception {
    guard request.isNavigation, let url = request.url else { return .none }
    let session = session(of: request)
    if request.isForeign, !registry.hasSession(session) {
      logger.warning("a navigation from another site was refused", metadata: ["path": "\(request.path)"])
      return .refused(
        ErrorPage(.forbidden, detail: "Another site may link here, but not frame or post.").response())
    }
    if registry.redeemPass(to: NavigationTarget(request), session: session) { return .none }
    guard let interceptor = registry.interceptor(session: session, referrer: request.headers[.referer]) else {
      return .none
    }
    return .asked(interceptor, url)
  }
}
