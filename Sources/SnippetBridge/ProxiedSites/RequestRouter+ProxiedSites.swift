import Foundation
import HTTPTypes
import Logging
import SnippetBridgeWebServer

/// The handling of requests on the port of a proxied site.
extension RequestRouter {
  /// Returns the action for a request on the port of a proxied site. Navigations go through the steps in
  /// docs/guides/navigation.md, "Know the order of decisions". All other requests are forwarded to the target.
  func forward(_ request: ServerRequest, to proxy: SiteProxy) -> RequestAction {
    if let refusal = proxy.refusalOfReturn(for: request) { return .respond(refusal) }
    if let response = entrance(before: request, to: proxy.site) { return .respond(response) }
    switch decision(about: request, from: nil) {
    case .answered(let response): return .respond(response)
    case .begun(let navigation): return produce(request, navigation, proxy)
    case .asking(let navigation, let decide):
      return .decide { request, pending in
        pending.cancelWithPeer(
          Task {
            if let response = await decide() { return pending.send(response) }
            produce(request, navigation, proxy).perform(for: request, with: pending)
          })
      }
    }
  }

  private func produce(
    _ request: ServerRequest, _ navigation: DocumentNavigation?, _ proxy: SiteProxy
  ) -> RequestAction {
    let request = naming(navigation?.webView, in: request)
    if let reason = denial(of: request, proxy) {
      if let url = request.url { navigation?.apply(.failed(NavigationError.denied(url, because: reason))) }
      return .respond(ErrorPage(.forbidden, detail: reason).response())
    }
    let forwarded = proxy.forwarded(request)
    guard let navigation else { return .forward(forwarded) }
    if let page = madePage(for: request, navigation) {
      answered(request, navigation, with: .ok)
      return .respond(proxy.passing(response(of: page, to: request), setting: page.cookies, for: request))
    }
    return .forward(finished(forwarded, request, navigation, proxy))
  }

  /// Returns the reason why the policy denies a page of a site, or `nil` if the policy allows the page. Only sites that
  /// were added while the server was running are checked. The policy allowed such a site when it was added, but may
  /// have changed since then.
  private func denial(of request: ServerRequest, _ proxy: SiteProxy) -> String? {
    guard registry.sites.isAdded(request.listener), request.asksForDocument,
      let url = URL(string: "\(proxy.target)\(request.target.originForm)"),
      case .deny(let reason) = registry.policy.value.decision(for: url)
    else { return nil }
    return reason.description
  }

  /// Adds the steps to perform when the head of the target's response has arrived: saving a download, deciding about a
  /// redirect, and updating the state of the navigation.
  private func finished(
    _ forwarded: ForwardedRequest, _ request: ServerRequest, _ navigation: DocumentNavigation, _ proxy: SiteProxy
  ) -> ForwardedRequest {
    var forwarded = forwarded
    let (response, failure) = (forwarded.response, forwarded.failure)
    forwarded.response = { head in
      var answer = response(head)
      if let saved = saved(answer, head, to: request, of: navigation.webView) {
        // The browser receives status 204.
        navigation.keepDocument(request, in: registry)
        return saved
      }
      let status = answer.replacement?.status ?? HTTPResponse.Status(code: head.status)
      if let decided = decided(answer, status, to: request, of: navigation) { return decided }
      // A screen of a shell shows the reason. In a browser tab, the document is shown without the bridge.
      if navigation.webView?.hosted.isPlaced == true, let url = request.url, let reason = proxy.obstacle(in: head) {
        navigation.apply(.failed(NavigationError.unsuitable(url, target: proxy.site.target, because: reason)))
      }
      let location = HTTPFields(answer.fields)[.location]
      if answer.replacement == nil, case .length(let length) = head.body, length >= Self.measuredSize {
        answer.progress = { navigation.apply(.received($0)) }
      }
      answered(request, navigation, with: status, location: location, isSent: answer.progress == nil)
      return answer
    }
    forwarded.failure = { failed in
      let response = failure(failed)
      registry.answers(request, of: navigation.session, with: response.status)
      // The navigation has failed, so `answered` is not called. The error page reloads automatically, which starts
      // another navigation.
      if let url = request.url {
        let error = NavigationError.unreachable(url, target: proxy.site.target, because: failed.reason)
        navigation.apply(.failed(error))
      }
      return response
    }
    return forwarded
  }

  /// Returns the response to send for a redirect to another server, or `nil` for any other response. The response is
  /// sent only after the interceptor and the policy have decided about the redirect's target.
  private func decided(
    _ answer: ForwardedResponse, _ status: HTTPResponse.Status, to request: ServerRequest,
    of navigation: DocumentNavigation
  ) -> ForwardedResponse? {
    guard status.kind == .redirection, answer.replacement == nil else { return nil }
    var redirect = ServerResponse(status, headers: HTTPFields(answer.fields))
    guard let place = placeElsewhere(redirect, request) else { return nil }
    // Send the URL as this server has parsed it, because a browser might parse the target's text differently.
    redirect.headers[.location] = place.absoluteString
    return ForwardedResponse { [redirect] pending in
      pending.sendLater {
        let response = await decided(redirect, leadingTo: place, request, navigation)
        answered(request, navigation, with: response.status)
        return response
      }
    }
  }
}
