import HTTPTypes
import Logging
import SnippetBridgeHTTP
import SnippetBridgeRoutes
import SnippetBridgeWebServer

/// Handles requests for the program's routes.
extension RequestRouter {
  /// Returns the action for a request: the matching route's response, or a document if no route matches.
  func handlePage(_ request: ServerRequest, _ match: RouteTable.Match) -> RequestAction {
    switch match {
    case .endpoint(let endpoint, let parameters):
      if let response = refusal(ofSender: request, endpoint) { return respond(response, to: request) }
      request.span?.isAnswered(by: endpoint.path)
      return action(page(request, from: .route(endpoint, parameters)), for: request)
    case .otherMethods(let allow):
      let response =
        request.method == .options
        ? ServerResponse(.noContent, headers: [.allow: allow]) : ErrorPage.methodNotAllowed(allow: allow)
      return surrounded(request, .fixed(response))
    case .nothing: return surrounded(request, .documents)
    }
  }

  /// Returns the response that rejects a request from a page of another site, or `nil` if the request is acceptable.
  ///
  /// This prevents cross-site request forgery. A browser may send the user's cookies with requests from pages of other
  /// sites, but it reports the requesting site in a header (`Sec-Fetch-Site` or `Origin`). A request without such a
  /// header does not come from a browser, so it is accepted.
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
    return .plain(.forbidden, "Pages of \(origin ?? "other sites") may not use this server.")
  }

  /// Runs the endpoint's handler. If the handler does not suspend and the request has no body, the handler runs
  /// immediately on the event loop.
  func run(
    _ endpoint: Endpoint, _ parameters: Parameters, _ request: ServerRequest, _ navigation: DocumentNavigation?
  ) -> PageAnswer {
    let source = RequestContextSource(
      logger: logger, peer: request.peer, parameters: parameters, endpointPath: endpoint.path)
    if let respondAtOnce = endpoint.respondAtOnce, request.framing == .none {
      let answer = respondAtOnce(.init(request, body: .init()), source)
      return finish(scripted(response(for: answer, to: request), request, navigation), request, navigation)
    }
    return .later { body in
      let answer = await request.traced { await endpoint.respond(.init(request, body: .init(body)), source) }
      let response = scripted(response(for: answer, to: request), request, navigation)
      return await finish(response, request, navigation).response(reading: body)
    }
  }

  /// Inserts the page script into a page for an iframe that native code has created, unless the page already loads the
  /// script or is streamed. Also removes an authentication challenge that the program handles instead of the browser.
  private func scripted(
    _ response: ServerResponse, _ request: ServerRequest, _ navigation: DocumentNavigation?
  ) -> ServerResponse {
    var response = response
    if request.handlesChallenges { response.headers[.wwwAuthenticate] = nil }
    guard navigation?.frame == .main, navigation?.webView?.hosted.isPlaced == true,
      case .bytes(let bytes) = response.body, response.headers[.contentEncoding] == nil,
      let type = response.headers[.contentType], type.hasPrefix("text/html"),
      bytes.firstRange(of: "/_bridge/bridge.js".utf8) == nil
    else { return response }
    let page = HeldDocument(bytes, name: "page.html", mediaType: type, injecting: pageScript.tag)
    response.body = page.respond(to: ServerRequest(target: request.target)).body
    return response
  }

  /// Returns the action for a request that no route matches. If the program has added middleware, the middleware runs
  /// around the handling of the request.
  private func surrounded(_ request: ServerRequest, _ pageSource: PageSource) -> RequestAction {
    guard let surrounding = routes?.table.surrounding else {
      return action(page(request, from: pageSource), for: request)
    }
    return .stream { body, pending in
      pending.sendLater {
        let routed = SnippetBridgeRoutes.Request(request, body: .init(body))
        let source = RequestContextSource(logger: logger, peer: request.peer)
        let answer = await request.traced {
          do {
            return Endpoint.Answer(
              response: try await surrounding(routed, source) { _ in
                SnippetBridgeRoutes.Response(await page(request, from: pageSource).response(reading: body))
              })
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
      // If the task was cancelled, the client has disconnected. The handler's error is only a consequence, so do not
      // log it.
      if !Task.isCancelled {
        request.span?.recordError(failure)
        logger.error(
          "a route failed", metadata: ["method": "\(request.method)", "path": "\(request.path)", "error": "\(failure)"])
      }
      return ErrorPage(.internalServerError).response()
    }
    let response = answer.response.serverResponse(to: request, streams: routes?.streams, logger: logger)
    let hasPolicy = response.headers[.contentSecurityPolicy] != nil
    return isolating(hasPolicy ? response : withPolicy(response, for: request), for: request)
  }
}

extension SnippetBridgeRoutes.Response {
  /// Wraps a response of the web server for middleware. Its body passes through the middleware unchanged.
  fileprivate init(_ response: ServerResponse) {
    self.init(status: response.status, headers: response.headers, body: ResponseBody(.opaque(response.body)))
  }
}

extension SnippetBridgeRoutes.Request {
  init(_ request: ServerRequest, body: SnippetBridgeRoutes.RequestBody) {
    self.init(method: request.method, uri: URI(request.target.originForm), received: request.headers, body: body)
  }
}

extension ReceivedFields: ReceivedHeaders {}
extension ArrivingBody: RequestBodySource {}
