import Foundation
import HTTPTypes
import Logging
import WebServer

/// Requests on the port of a remote snippet.
extension RequestRouter {
  /// What they are passed on by; nil where they are not. The bridge's own paths stay its own.
  func remote(for request: ServerRequest) -> RemoteProxy? {
    guard let remote = remotes[request.listener], !BridgePath.isOfBridge(request.path) else { return nil }
    return remote
  }

  /// A navigation of its pages is asked about first, like one to a document. Frames and forms of other origins are the
  /// target's business.
  func forward(_ request: ServerRequest, to remote: RemoteProxy) -> RequestAction {
    if let refusal = remote.refusalOfReturn(for: request) { return .respond(refusal) }
    if request.isFramedByName {
      logger.warning(
        "a remote page was refused in a frame: by its name it is another site, where browsers keep no cookies",
        metadata: ["snippet": "\(remote.snippet.name)", "host": "\(request.authority ?? "")"])
      return .respond(refusalOfFrame(to: request))
    }
    guard request.isNavigation, let url = request.url else { return .forward(remote.forwarded(request)) }
    // The page around a screen's frame sends no referrer.
    let framed = framedWebView(for: request)
    guard framed != nil || !request.isForeign(to: trust) else { return .forward(remote.forwarded(request)) }
    let (navigation, decider) = navigation(of: request, framed)
    guard let decider else {
      if request.method == .get, let page = madePage(for: request, navigation) {
        navigation.apply(.began(url))
        answered(request, navigation, with: .ok)
        return .respond(remote.passing(response(of: page, to: request), setting: page.cookies, for: request))
      }
      if isTaken(request, url, navigation) { return .respond(ServerResponse(.noContent)) }
      return .forward(begin(navigation, url, request, remote))
    }
    return .decide { request, pending in
      Interception.ask(decider, .url(url), in: navigation.frame, of: registry) { isHandled in
        if isHandled || isTaken(request, url, navigation) {
          navigation.apply(.responded(status: 204))
          pending.send(ServerResponse(.noContent))
        } else {
          pending.forward(begin(navigation, url, request, remote))
        }
      }
    }
  }

  /// It is shown in the frame, whosever that is: there is nothing in it.
  private func refusalOfFrame(to request: ServerRequest) -> ServerResponse {
    let sentence = """
      \(request.authority ?? "") is another site than the page around it: browsers keep no cookies here. \
      Frame it as localhost:\(request.port).
      """
    var response = ErrorPage(.forbidden, detail: sentence).response()
    response.headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"
    return response
  }

  private func begin(
    _ navigation: DocumentNavigation, _ url: URL, _ request: ServerRequest, _ remote: RemoteProxy
  ) -> ForwardedRequest {
    navigation.apply(.began(url))
    var forwarded = remote.forwarded(request)
    let (response, failure) = (forwarded.response, forwarded.failure)
    forwarded.response = { head in
      let answer = response(head)
      if let saved = saved(answer, head, to: request, of: navigation.webView) {
        // The page stays.
        navigation.apply(.responded(status: 204))
        return saved
      }
      let status = answer.replacement?.status ?? HTTPResponse.Status(code: head.status)
      if let decided = decided(answer, status, to: request, of: navigation) { return decided }
      let location = HTTPFields(answer.fields)[.location]
      answered(request, navigation, with: status, location: location)
      return answer
    }
    forwarded.failure = { failed in
      let response = failure(failed)
      registry.answers(request, of: navigation.session, with: response.status)
      // Not answered: the page that comes in its place loads again by itself, and what comes then is another document.
      navigation.apply(.failed(NavigationError.unreachable(url, target: remote.snippet.target, because: failed.reason)))
      return response
    }
    return forwarded
  }

  /// A redirect to another server is decided about before it is sent. Nil for every other answer.
  private func decided(
    _ answer: ForwardedResponse, _ status: HTTPResponse.Status, to request: ServerRequest,
    of navigation: DocumentNavigation
  ) -> ForwardedResponse? {
    guard status.kind == .redirection, answer.replacement == nil else { return nil }
    var redirect = ServerResponse(status, headers: HTTPFields(answer.fields))
    guard let place = placeElsewhere(redirect, request) else { return nil }
    // As it was understood here: a browser might read another address in the target's text.
    redirect.headers[.location] = place.absoluteString
    return ForwardedResponse { [redirect] pending in
      pending.sendLater {
        let response = await decided(redirect, to: request, of: navigation)
        answered(request, navigation, with: response.status)
        return response
      }
    }
  }
}

extension ServerRequest {
  /// A page of another site shows it in a frame, and it is asked for by a name before `.localhost`.
  fileprivate var isFramedByName: Bool {
    guard isCrossSite, isNavigation, ["iframe", "frame"].contains(header(.fetchDestination) ?? "") else { return false }
    let host = (authority ?? "").lowercased().prefix { $0 != ":" }
    return host.hasSuffix(".localhost")
  }
}
