import HTTPTypes
import Logging
import SnippetBridgeHTTP
import SnippetBridgeRoutes
import SnippetBridgeWebServer

/// The handling of the program's routes.
extension RequestRouter {
  /// Returns the action for a request that is answered by a route, or by a document if no route matches.
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

  /// Returns the response to a request that another site's page may have forged, or `nil` if the request is accepted.
  ///
  /// Prevents cross-site request forgery. A browser sends the user's cookies with requests from other sites' pages,
  /// and names the site in a header. A request without such a header does not come from a browser.
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

  /// Runs the endpoint's handler. A handler that can answer without waiting runs immediately if the request has no
  /// body.
  func run(
    _ endpoint: Endpoint, _ parameters: Parameters, _ request: ServerRequest, _ navigation: DocumentNavigation?
  ) -> PageAnswer {
    let source = RequestContextSource(
      logger: logger, peer: request.peer, parameters: parameters, endpointPath: endpoint.path)
    if let respondAtOnce = endpoint.respondAtOnce, request.framing == .none {
      let answer = respondAtOnce(SnippetBridgeRoutes.Request(request, body: SnippetBridgeRoutes.RequestBody()), source)
      return finish(scripted(response(for: answer, to: request), request, navigation), request, navigation)
    }
    return .later { body in
      let answer = await request.traced {
        await endpoint.respond(
          SnippetBridgeRoutes.Request(request, body: SnippetBridgeRoutes.RequestBody(body)), source)
      }
      let response = scripted(response(for: answer, to: request), request, navigation)
      return await finish(response, request, navigation).response(reading: body)
    }
  }

  /// Inserts the page script into a page for an iframe that native code has created, unless the page loads the script
  /// itself or is streamed. Removes an authentication challenge that the program, not the browser, handles.
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

  /// Runs the middleware, if there is any, around requests that no route answers.
  private func surrounded(_ request: ServerRequest, _ pageSource: PageSource) -> RequestAction {
    guard let surrounding = routes?.table.surrounding else {
      return action(page(request, from: pageSource), for: request)
    }
    return .stream { body, pending in
      pending.sendLater {
        let routed = SnippetBridgeRoutes.Request(request, body: SnippetBridgeRoutes.RequestBody(body))
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
      // After a cancellation the client has disconnected, so an error of the handler is ignored.
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

extension SnippetBridgeRoutes.Response {
  /// Wraps a server response for middleware. Its body is passed on unchanged.
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
