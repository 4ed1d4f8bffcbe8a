import HTTPTypes
import Logging
import Routes
import SnippetBridgeHTTP
import WebServer

/// The routes of the program.
extension RequestRouter {
  /// Nil for what the documents answer.
  func handleRoute(_ request: ServerRequest, _ match: RouteTable.Match) -> RequestAction? {
    switch match {
    case .endpoint(let endpoint, let parameters):
      if let response = refusal(ofSender: request, endpoint) { return respond(response, to: request) }
      return handle(request, by: endpoint, parameters)
    case .otherMethods(let allow):
      let response =
        request.method == .options
        ? ServerResponse(.noContent, headers: [.allow: allow]) : ErrorPage.methodNotAllowed(allow: allow)
      if let navigation = begun(request) {
        answered(request, navigation, with: response.status, location: response.headers[.location])
      }
      return surrounded(request) { _ in response } ?? respond(response, to: request)
    case .nothing:
      return surrounded(request) { body in try await document(for: request, body: body) }
    }
  }

  /// Prevents cross-site request forgery. A browser sends the user's cookies with what a page of another site asks for,
  /// and says that it was another site's. A request that says nothing of its site is not a browser's.
  private func refusal(ofSender request: ServerRequest, _ endpoint: Endpoint) -> ServerResponse? {
    guard ![.get, .head, .options].contains(request.method), !endpoint.options.contains(.allowsForeignOrigins) else {
      return nil
    }
    let site = request.header(.fetchSite)
    let isOfSite = site == nil || site == "same-origin" || site == "none"
    let origin = request.headers[.origin]
    guard !isOfSite || origin.map({ !trust.isOwn(origin: WebOrigin($0), for: request) }) ?? false else { return nil }
    logger.warning(
      "a request to a route was refused",
      metadata: ["path": "\(request.path)", "origin": "\(origin ?? "unknown")", "peer": "\(request.peer)"])
    return plain(.forbidden, "Pages of \(origin ?? "other sites") may not use this server.")
  }

  private func handle(_ request: ServerRequest, by endpoint: Endpoint, _ parameters: Parameters) -> RequestAction {
    let source = RequestContextSource(
      logger: logger, peer: request.peer, parameters: parameters, endpointPath: endpoint.path)
    request.span?.isAnswered(by: endpoint.path)
    let navigation = begun(request)
    if let navigation, request.method == .get, let page = madePage(for: request, navigation) {
      return respond(made(page, for: request, navigation), to: request)
    }
    if let respondAtOnce = endpoint.respondAtOnce, request.framing == .none {
      let answer = respondAtOnce(Routes.Request(request, body: Routes.RequestBody()), source)
      let response = response(for: answer, to: request)
      guard let navigation else { return .respond(response) }
      guard placeElsewhere(response, request) != nil || registry.configuration.downloads != nil else {
        answered(request, navigation, with: response.status, location: response.headers[.location])
        return .respond(response)
      }
      return .collect(limit: 0) { request, pending in
        pending.sendLater { await settled(response, to: request, navigation) }
      }
    }
    return .stream { body, pending in
      pending.sendLater {
        let answer = await request.traced {
          await endpoint.respond(Routes.Request(request, body: Routes.RequestBody(body)), source)
        }
        let response = response(for: answer, to: request)
        guard let navigation else { return response }
        return await settled(response, to: request, navigation)
      }
    }
  }

  /// The navigation that a request begins; nil where it is none.
  private func begun(_ request: ServerRequest) -> DocumentNavigation? {
    guard request.isNavigation, let url = request.url else { return nil }
    // What a form or a frame of another origin does is not done by a page of ours.
    let framed = framedWebView(for: request)
    guard framed != nil || !request.isForeign(to: trust) else { return DocumentNavigation() }
    let (navigation, _) = navigation(of: request, framed)
    navigation.apply(.began(url))
    return navigation
  }

  /// What leads elsewhere is decided about, and what a browser would save is the program's.
  private func settled(
    _ response: ServerResponse, to request: ServerRequest, _ navigation: DocumentNavigation
  ) async -> ServerResponse {
    let response = await decided(response, to: request, of: navigation)
    if let answer = saved(response, to: request, of: navigation.webView) {
      // The page stays.
      navigation.apply(.responded(status: 204))
      switch answer {
      case .now(let response): return response
      case .later(let answer): return await answer()
      }
    }
    answered(request, navigation, with: response.status, location: response.headers[.location])
    return response
  }

  /// Runs the middleware around everything that no route answers. Nil where there are none.
  private func surrounded(
    _ request: ServerRequest, _ respond: @escaping @Sendable (ServerRequestBody) async throws -> ServerResponse
  ) -> RequestAction? {
    guard let surrounding = routes?.table.surrounding else { return nil }
    return .stream { body, pending in
      pending.sendLater {
        let routed = Routes.Request(request, body: Routes.RequestBody(body))
        let source = RequestContextSource(logger: logger, peer: request.peer)
        let answer = await request.traced {
          do {
            return Endpoint.Answer(
              response: try await surrounding(routed, source) { _ in Routes.Response(try await respond(body)) })
          } catch {
            return Endpoint.Answer(to: error, routed, BasicRequestContext(source: source))
          }
        }
        return response(for: answer, to: request)
      }
    }
  }

  private func response(for answer: Endpoint.Answer, to request: ServerRequest) -> ServerResponse {
    if let failure = answer.failure {
      // The client has gone: there is nobody to answer, and an error of the handler does not matter.
      if !Task.isCancelled {
        request.span?.recordError(failure)
        logger.error(
          "a route failed",
          metadata: ["method": "\(request.method)", "path": "\(request.path)", "error": "\(failure)"])
      }
      return ErrorPage(.internalServerError).response()
    }
    var response = answer.response.serverResponse(to: request, streams: routes?.streams, logger: logger)
    if response.headers[.contentSecurityPolicy] == nil { setPolicy(on: &response, for: request) }
    return isolating(response, for: request)
  }
}

extension Routes.Response {
  /// For middleware: its body is handed on as it is.
  fileprivate init(_ response: ServerResponse) {
    self.init(status: response.status, headers: response.headers, body: ResponseBody(.opaque(response.body)))
  }
}

extension Routes.Request {
  init(_ request: ServerRequest, body: Routes.RequestBody) {
    self.init(method: request.method, uri: URI(request.target.originForm), received: request.headers, body: body)
  }
}

extension ReceivedFields: ReceivedHeaders {}
extension ServerRequestBody: RequestBodySource {}
