import DSBridge
import Foundation
import HTTPTypes
import Logging
import Routes
import WebServer

/// Requests for documents, and the questions about navigations that only the server sees.
extension RequestRouter {
  private enum DocumentAnswer {
    case answered(DocumentServer.Answer)
    /// Native code may handle the navigation to this address itself.
    case asking(any NavigationInterceptor, URL, DocumentNavigation)
  }

  func handleDocument(_ request: ServerRequest) -> RequestAction {
    switch documentAnswer(to: request) {
    case .answered(.now(let response)): return respond(response, to: request)
    case .answered(.later(let answer)):
      return .stream { _, pending in
        pending.sendLater { isolating(await answer(), for: request) }
      }
    case .asking(let interceptor, let url, let navigation):
      // Nobody here needs a form's body, but a browser waits for an answer until it has sent it.
      return .collect(limit: registry.configuration.http.maximumBodySize) { request, pending in
        Interception.ask(interceptor, .url(url), in: navigation.frame, of: registry) { isHandled in
          switch answer(to: request, navigation, isHandled: isHandled) {
          case .now(let response): pending.send(isolating(response, for: request))
          case .later(let answer): pending.sendLater { isolating(await answer(), for: request) }
          }
        }
      }
    }
  }

  /// The same for callers that can wait, such as middleware.
  func document(for request: ServerRequest, body: ServerRequestBody) async throws -> ServerResponse {
    let answered: DocumentServer.Answer
    switch documentAnswer(to: request) {
    case .answered(let answer): answered = answer
    case .asking(let interceptor, let url, let navigation):
      _ = try await Routes.RequestBody(body).collect(upTo: registry.configuration.http.maximumBodySize)
      let isHandled = await Interception.isHandled(.url(url), in: navigation.frame, by: interceptor, of: registry)
      answered = answer(to: request, navigation, isHandled: isHandled)
    }
    switch answered {
    case .now(let response): return response
    case .later(let answer): return await answer()
    }
  }

  private func documentAnswer(to request: ServerRequest) -> DocumentAnswer {
    guard request.isNavigation, let url = request.url else {
      return .answered(file(for: request, DocumentNavigation()))
    }
    let framed = framedWebView(for: request)
    if framed == nil, request.isForeign(to: trust) {
      logger.warning("a navigation from another site was refused", metadata: ["path": "\(request.path)"])
      let page = ErrorPage(.forbidden, detail: "Another site may link here, but not frame or post.")
      return .answered(.now(page.response()))
    }
    let (navigation, decider) = navigation(of: request, framed)
    guard let decider else { return .answered(begin(navigation, url, request)) }
    return .asking(decider, url, navigation)
  }

  /// The web view whose frame native code has told to load what this asks for. Asked once for each request.
  func framedWebView(for request: ServerRequest) -> WebView? {
    registry.framedWebView(for: request) { sessionsOfOwnPages(of: request) }
  }

  /// What a navigation is to a web view, and who has yet to be asked about it.
  func navigation(
    of request: ServerRequest, _ framed: WebView?
  ) -> (DocumentNavigation, decider: (any NavigationInterceptor)?) {
    let session = session(of: request)
    if let framed {
      return (DocumentNavigation(webView: framed, isDecided: true, isExpected: true, session: session), nil)
    }
    let (webView, hasAsked) = registry.navigatingWebView(request, session: session)
    let isPartOfPage = request.isOfFrame && webView?.hosted.isFrame != true
    return (
      DocumentNavigation(
        webView: webView, frame: isPartOfPage ? .sub : .main, isDecided: hasAsked, session: session),
      hasAsked ? nil : webView.map(\.interceptor) ?? registry.configuration.interceptor
    )
  }

  /// The browser stays where it is, by 204, if the interceptor has handled it.
  private func answer(to request: ServerRequest, _ navigation: DocumentNavigation, isHandled: Bool)
    -> DocumentServer.Answer
  {
    if isHandled {
      // After a redirect it has begun already.
      navigation.apply(.responded(status: 204))
      return .now(ServerResponse(.noContent))
    }
    return request.url.map { begin(navigation, $0, request) } ?? file(for: request, navigation)
  }

  private func begin(_ navigation: DocumentNavigation, _ url: URL, _ request: ServerRequest) -> DocumentServer.Answer {
    if isTaken(request, url, navigation) { return .now(ServerResponse(.noContent)) }
    navigation.apply(.began(url))
    return file(for: request, navigation)
  }

  /// Another module of this server does something about it: the page stays.
  func isTaken(_ request: ServerRequest, _ url: URL, _ navigation: DocumentNavigation) -> Bool {
    guard !navigation.isDecided, request.method == .get, navigation.frame == .main, let webView = navigation.webView
    else { return false }
    // A page that goes on before it is loaded redirects: nobody has seen it. Links of such pages have been asked about.
    guard case .loaded = webView.loadingState else { return false }
    return registry.module?.takes(url, of: webView, inPlace: false) == true
  }

  private func file(for request: ServerRequest, _ navigation: DocumentNavigation) -> DocumentServer.Answer {
    guard request.method == .get || request.method == .head else {
      return .now(served(ErrorPage.methodNotAllowed(), to: request, navigation))
    }
    if let response = refusal(ofBodyOf: request) { return .now(served(response, to: request, navigation)) }
    if let page = madePage(for: request, navigation) { return .now(made(page, for: request, navigation)) }
    // The port of a remote snippet has no documents of the server's own.
    guard documents.indices.contains(request.listener) else {
      return .now(served(ErrorPage(.notFound, detail: request.decodedPath).response(), to: request, navigation))
    }
    switch documents[request.listener].answer(to: request) {
    case .now(let response): return kept(response, to: request, navigation)
    case .later(let answer):
      return .later {
        switch kept(await answer(), to: request, navigation) {
        case .now(let response): response
        case .later(let answer): await answer()
        }
      }
    }
  }

  /// The page that a module has made for the web view that navigates.
  func madePage(for request: ServerRequest, _ navigation: DocumentNavigation) -> MadePage? {
    guard let module = registry.module, let webView = navigation.webView, let url = request.url else { return nil }
    return module.page(of: webView, at: url)
  }

  func made(_ page: MadePage, for request: ServerRequest, _ navigation: DocumentNavigation) -> ServerResponse {
    var response = response(of: page, to: request)
    for cookie in page.cookies { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
    return served(response, to: request, navigation)
  }

  func response(of page: MadePage, to request: ServerRequest) -> ServerResponse {
    let document = HeldDocument(Array(page.html.utf8), name: "page.html", injecting: shim.tag)
    var response = document.respond(to: ServerRequest(target: request.target))
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// What a browser would save goes to the program, if it wants that.
  private func kept(
    _ response: ServerResponse, to request: ServerRequest, _ navigation: DocumentNavigation
  ) -> DocumentServer.Answer {
    guard let answer = saved(response, to: request, of: navigation.webView) else {
      return .now(served(response, to: request, navigation))
    }
    // The page stays.
    navigation.apply(.responded(status: 204))
    return answer
  }

  private func served(
    _ response: ServerResponse, to request: ServerRequest, _ navigation: DocumentNavigation
  ) -> ServerResponse {
    if request.isNavigation {
      answered(request, navigation, with: response.status, location: response.headers[.location])
    }
    var response = response
    setPolicy(on: &response, for: request)
    return response
  }

  /// A navigation that has begun gets an answer.
  func answered(
    _ request: ServerRequest, _ navigation: DocumentNavigation, with status: HTTPResponse.Status,
    location: String? = nil
  ) {
    if navigation.isExpected, status.kind == .redirection, let location, let webView = navigation.webView,
      let base = request.url, let target = URL(readByBrowsers: location, at: base)
    {
      registry.expectRedirect(to: target, in: webView)
    }
    registry.answers(request, of: navigation.session, with: status)
    navigation.apply(.responded(status: status.code))
    // The page may still be written for a while. Its hello comes all the same.
    navigation.apply(.sent)
  }

  /// A 304 has no media type, so the request says whether it is for a document.
  func setPolicy(on response: inout ServerResponse, for request: ServerRequest) {
    if let policy, response.isDocument || response.status == .notModified && request.isNavigation {
      response.set(policy)
    }
  }
}
