import DSBridge
import Foundation
import HTTPTypes
import SnippetBridgeWebServer

/// Decides about redirects to other servers.
///
/// A redirect to another server is the last part of a navigation that this server can observe. Therefore, the server
/// decides about the navigation before it sends the redirect. If a redirect stays on this server, the decision is made
/// when the browser requests the new URL.
extension RequestRouter {
  /// Returns the target of a navigation's redirect if the target has another origin, or `nil` otherwise.
  func placeElsewhere(_ response: ServerResponse, _ request: ServerRequest) -> URL? {
    guard response.status.kind == .redirection, request.isNavigation, let location = response.headers[.location],
      let base = request.url, let target = URL(readByBrowsers: location, at: base), target.origin != base.origin
    else { return nil }
    return target
  }

  /// Returns the redirect to `target`, or a different response if native code handles the target or the policy denies
  /// it.
  func decided(
    _ response: ServerResponse, leadingTo target: URL, _ request: ServerRequest, _ navigation: DocumentNavigation
  ) async -> ServerResponse {
    let webView = navigation.webView
    let frame: NavigationFrame = request.isOfIframe ? .sub : .main
    let deciders = NavigationDeciders(of: webView, registry)
    let action = { @Sendable (webView: WebView) in
      var action = NavigationAction(request, to: request.url ?? target, in: frame, of: webView)
      (action.navigationType, action.request.url, action.request.httpMethod) = (.other, target, "GET")
      return action
    }
    if await deciders?.stop(target, in: frame, action: action) == true { return ServerResponse(.noContent) }
    let origin = webView?.client?.webOrigin ?? trust.origin(of: request)
    guard case .deny(let reason) = registry.decision(about: target, in: frame, seenFrom: origin) else {
      // An iframe that the module has created shows only pages of one origin. Therefore, ask the module whether it
      // handles this navigation to another origin itself, for example by replacing the iframe.
      let isTaken =
        navigation.isExpected
        && webView.map { registry.module?.takes(action($0), of: $0, inPlace: true) == true } == true
      return isTaken ? ServerResponse(.noContent) : response
    }
    webView?.deny(target, because: reason)
    return ErrorPage(.forbidden, detail: reason.description).response()
  }
}
