import DSBridgeLocks
import Foundation
import HTTPTypes
import Logging
import SnippetBridgeRoutes
import SnippetBridgeWebServer

/// The handling of page requests in the order of docs/guides/navigation.md, "Know the order of decisions": decide,
/// produce, finish.
extension RequestRouter {
  /// The usual source of the response. It is not used if an interceptor stops the navigation, or if a module (such as
  /// the shell) handles the navigation or generates the page.
  enum PageSource: Sendable {
    case documents
    case route(Endpoint, Parameters)
    /// A fixed response, because the path has routes only for other methods.
    case fixed(ServerResponse)
  }

  /// The decision about a request before its response is produced.
  enum PageDecision {
    /// The response is already known, for example because the request is rejected.
    case answered(ServerResponse)
    /// The response is produced next. The navigation is `nil` if the request is not a navigation of a page of this
    /// server.
    case begun(DocumentNavigation?)
    /// The program's interceptor or delegate has to decide first. The closure waits for the decision. It returns the
    /// response if the navigation is stopped, or `nil` if the response is produced next.
    case asking(DocumentNavigation, decide: @Sendable () async -> ServerResponse?)
  }

  /// Returns the response to a request for one of this server's own pages.
  func page(_ request: ServerRequest, from source: PageSource) -> PageAnswer {
    switch decision(about: request, from: source) {
    case .answered(let response): return .now(response)
    case .begun(let navigation): return produce(request, navigation, source)
    case .asking(let navigation, let decide):
      return .later { body in
        if let response = await decide() {
          await discard(body)
          return response
        }
        // Only a route reads the request's body. In all other cases the body is discarded.
        if case .route = source {} else { await discard(body) }
        return await produce(request, navigation, source).response(reading: body)
      }
    }
  }

  /// Reads and discards a form's body up to the body limit. This is necessary because a browser reads the response only
  /// after it has sent the body.
  private func discard(_ body: ArrivingBody) async {
    var rest = registry.configuration.http.maximumBodySize
    do {
      for try await piece in body {
        rest -= piece.count
        if rest <= 0 { return }
      }
    } catch {}  // The body ended early, which does not change the response.
  }

  func action(_ answer: PageAnswer, for request: ServerRequest) -> RequestAction {
    switch answer {
    case .now(let response): respond(response, to: request)
    case .later(let answer):
      .stream { body, pending in pending.sendLater { isolating(await answer(body), for: request) } }
    }
  }

  // MARK: Decision

  /// - Parameter source: The usual source of the response, or `nil` for the target of a proxied site.
  func decision(about request: ServerRequest, from source: PageSource?) -> PageDecision {
    guard request.isNavigation, let url = request.url else { return .begun(nil) }
    // First check whether native code has announced this request for an iframe. The web view of such an iframe cannot
    // be found by `Referer`, because the page around the iframe may send none. The call removes the announcement.
    let iframeView = registry.iframeWebView(
      for: request, sessions: { sessionsOfOwnPages(of: request) }, siteSessions: { siteSessions(of: request) })
    if iframeView == nil, request.isForeign(to: trust) {
      switch source {
      case .documents:
        logger.warning("a navigation from another site was refused", metadata: ["path": "\(request.path)"])
        let page = ErrorPage(
          .forbidden, detail: "Other sites may link to this page, but may not embed it or post to it.")
        return .answered(page.response())
      // No page of this server has sent the request. Therefore, no interceptor is asked, and the route's options or the
      // proxied site's target decide whether to accept the request.
      case .route, .fixed: return .begun(DocumentNavigation())
      case nil: return .begun(nil)
      }
    }
    let navigation = navigation(of: request, iframeView)
    guard !navigation.isDecided, let deciders = NavigationDeciders(of: navigation.webView, registry) else {
      return begin(navigation, url, request, isHandled: false).map { .answered($0) } ?? .begun(navigation)
    }
    return .asking(navigation) {
      let isHandled = await deciders.stop(url, in: navigation.frame) {
        NavigationAction(request, to: url, in: navigation.frame, of: $0)
      }
      return begin(navigation, url, request, isHandled: isHandled)
    }
  }

  /// Returns the navigation that the request belongs to.
  private func navigation(of request: ServerRequest, _ iframeView: WebView?) -> DocumentNavigation {
    let session = session(of: request)
    if let iframeView {
      return DocumentNavigation(webView: iframeView, isDecided: true, isExpected: true, session: session)
    }
    let (webView, pass) = registry.navigatingWebView(request, session: session)
    // If native code has created the web view's iframe, the request may be for this iframe or for an iframe within its
    // page. A page asks about its own navigations, so a request without a pass is for an iframe within the page. In
    // WebKit without the Navigation API, this is unknown, because a page cannot ask about all of its navigations.
    let isOwn = pass.map { $0.kind != .window } ?? (webView?.hosted.mayNavigateUnasked == true)
    let isPartOfPage = request.isOfIframe && !(isOwn && webView?.hosted.isIframe == true)
    return DocumentNavigation(
      webView: webView, frame: isPartOfPage ? .sub : .main, isDecided: pass.map { $0.kind != .redirect } ?? false,
      isOpened: pass?.kind == .window, session: session)
  }

  /// Begins the navigation and returns `nil`. If native code or a module handles the navigation, returns a response
  /// with status 204 instead, so that the browser keeps its document.
  private func begin(
    _ navigation: DocumentNavigation, _ url: URL, _ request: ServerRequest, isHandled: Bool
  ) -> ServerResponse? {
    if isHandled || isTaken(request, url, navigation) {
      // If the request follows a redirect, the navigation has already begun. Therefore, report that it ends here.
      navigation.apply(.responded(status: 204))
      return ServerResponse(.noContent)
    }
    if navigation.isOfDocument, let webView = navigation.webView {
      webView.hosted.state.withLock { $0.isResultOfPost = request.method == .post }
      if request.method == .post { registry.module?.formPosted(to: url, in: webView) }
    }
    navigation.apply(.began(url))
    return nil
  }

  /// Returns whether a module of this server handles the navigation.
  private func isTaken(_ request: ServerRequest, _ url: URL, _ navigation: DocumentNavigation) -> Bool {
    guard let module = registry.module, !navigation.isDecided, request.method == .get, navigation.frame == .main,
      let webView = navigation.webView
    else { return false }
    // Ask the module only about a loaded page. While a page is loading, another navigation counts as its redirect,
    // because the user has not seen the page yet. Links in a loaded page do not get here, because the page has already
    // asked about them.
    guard case .loaded = webView.loadingState else { return false }
    let action = NavigationAction(request, to: url, in: navigation.frame, of: webView)
    return module.takes(action, of: webView, inPlace: false)
  }

  // MARK: Content

  private func produce(
    _ request: ServerRequest, _ navigation: DocumentNavigation?, _ source: PageSource
  ) -> PageAnswer {
    let request = naming(navigation?.webView, in: request)
    if let made = madePage(for: request, navigation) {
      var response = response(of: made, to: request)
      for cookie in made.cookies { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
      return finish(withPolicy(response, for: request), request, navigation)
    }
    switch source {
    case .documents:
      switch document(for: request) {
      case .now(let response): return finish(withPolicy(response, for: request), request, navigation)
      case .later(let answer):
        return .later { body in
          let response = withPolicy(await answer(body), for: request)
          return await finish(response, request, navigation).response(reading: body)
        }
      }
    case .route(let endpoint, let parameters): return run(endpoint, parameters, request, navigation)
    case .fixed(let response): return finish(response, request, navigation)
    }
  }

  /// Returns the request with the user agent that the program has defined by setting `applicationNameForUserAgent` of
  /// the web view. Scripts in the web view's pages send that user agent in the field `Bridge-User-Agent`, because
  /// browsers do not let scripts change `User-Agent`.
  func naming(_ webView: WebView?, in request: ServerRequest) -> ServerRequest {
    let name = webView?.applicationNameForUserAgent
    guard let field = ServerRequest.bridgeUserAgent,
      let agent = request.headers[field] ?? name.map({ "\(request.headers[.userAgent] ?? "") \($0)" })
    else { return request }
    var (named, fields) = (request, request.headers.all)
    fields[field] = agent
    fields[.userAgent] = agent
    named.headers = ReceivedFields(fields)
    return named
  }

  /// Returns the page that a module has generated for the navigating web view, or `nil`.
  func madePage(for request: ServerRequest, _ navigation: DocumentNavigation?) -> MadePage? {
    guard let module = registry.module, request.method == .get, request.framing == .none,
      let webView = navigation?.webView, let url = request.url
    else { return nil }
    return module.page(of: webView, at: url)
  }

  func response(of page: MadePage, to request: ServerRequest) -> ServerResponse {
    let document = HeldDocument(Array(page.html.utf8), name: "page.html", injecting: pageScript.tag)
    var response = document.respond(to: ServerRequest(target: request.target))
    response.headers[.cacheControl] = "no-store"
    return response
  }

  // MARK: Completion of the response

  /// Completes a response: decides about a redirect to another server, saves a download, and updates the web view's
  /// state.
  func finish(_ response: ServerResponse, _ request: ServerRequest, _ navigation: DocumentNavigation?) -> PageAnswer {
    guard let navigation else { return .now(response) }
    if let place = placeElsewhere(response, request) {
      return .later { _ in
        let response = await decided(response, leadingTo: place, request, navigation)
        answered(request, navigation, with: response.status, location: response.headers[.location])
        return response
      }
    }
    if let answer = saved(response, to: request, of: navigation.webView) {
      // The browser receives status 204.
      navigation.keepDocument(request, in: registry)
      return answer
    }
    var response = response
    if response.body.length >= Self.measuredSize { response.progress = { navigation.apply(.received($0)) } }
    answered(
      request, navigation, with: response.status, location: response.headers[.location],
      isSent: response.progress == nil)
    return .now(response)
  }

  /// The minimum size of a body, in bytes, for which the server reports the progress while it sends the body.
  static let measuredSize = 64 << 10

  /// Updates the web view's state after the response to a navigation is known.
  /// - Parameter isSent: `false` if the sending of the body is reported separately.
  func answered(
    _ request: ServerRequest, _ navigation: DocumentNavigation, with status: HTTPResponse.Status,
    location: @autoclosure () -> String? = nil, isSent: Bool = true
  ) {
    if status.kind == .redirection, let location = location(), let webView = navigation.webView,
      let base = request.url, let target = URL(readByBrowsers: location, at: base)
    {
      if navigation.isExpected {
        registry.expectRedirect(
          to: target, in: webView, session: target.origin == base.origin ? siteSessions(of: request).last : nil)
      } else if navigation.isOfDocument, webView.hosted.isPlaced {
        registry.letPass(target, for: webView, kind: .redirect)
      }
    }
    registry.answers(request, of: navigation.session, with: status)
    guard status != .noContent, status != .resetContent else { return navigation.keepDocument(request, in: registry) }
    navigation.apply(.responded(status: status.code))
    // Count a short body as sent, although its last bytes may be sent later. This is harmless, because the navigation
    // succeeds only when the page has sent its hello.
    if isSent { navigation.apply(.sent) }
  }
}

extension ServerRequest {
  /// The field in which pages send the user agent that the program has set for their web view. The server does not
  /// forward this field to the targets of proxied sites.
  static let bridgeUserAgent = HTTPField.Name("Bridge-User-Agent")

  /// Indicates whether the program has set a user agent for the page's web view. In such web views, the program handles
  /// authentication challenges (`WWW-Authenticate`). The response must not contain a challenge, because the browser
  /// would ask for a password too.
  var handlesChallenges: Bool { Self.bridgeUserAgent.map { headers.contains($0) } == true }
}

/// The response to a request for a page, which is available immediately or later.
enum PageAnswer: Sendable {
  case now(ServerResponse)
  /// A response that the program's code produces, or that depends on an interceptor. The closure gets the request's
  /// body.
  case later(@Sendable (ArrivingBody) async -> ServerResponse)

  func response(reading body: ArrivingBody) async -> ServerResponse {
    switch self {
    case .now(let response): response
    case .later(let answer): await answer(body)
    }
  }
}
