import DSBridge
import Foundation
import HTTPTypes
import SnippetBridgeWebServer

/// The decisions about redirects to other servers.
///
/// A redirect to another server is the last part of a navigation that this server sees. So the server decides about it
/// before it sends the redirect. A redirect to this server itself is decided when the browser requests the new address.
extension RequestRouter {
  /// Returns the target of a navigation's redirect if the target is on another server.
  func placeElsewhere(_ response: ServerResponse, _ request: ServerRequest) -> URL? {
    guard response.status.kind == .redirection, request.isNavigation, let location = response.headers[.location],
      let base = request.url, let target = URL(readByBrowsers: location, at: base),
      target.origin != base.origin
    else { return nil }
    return target
  }

  /// Returns the response, or another one if native code handles the redirect's target or the policy denies it.
  func decided(
    _ response: ServerResponse, to request: ServerRequest, of navigation: DocumentNavigation
  ) async -> ServerResponse {
    guard let target = placeElsewhere(response, request) else { return response }
    let webView = navigation.webView
    let frame: NavigationFrame = request.isOfIframe ? .sub : .main
    let deciders = NavigationDeciders(of: webView, registry)
    let action = { @Sendable (webView: WebView) in
      NavigationAction(
        redirecting: NavigationAction(request, to: request.url ?? target, in: frame, of: webView), to: target)
    }
    if await deciders?.stop(target, in: frame, of: registry, action: action) == true {
      return ServerResponse(.noContent)
    }
    let origin = webView?.client?.webOrigin ?? trust.origin(of: request)
    guard case .deny(let reason) = registry.decision(about: target, in: frame, seenFrom: origin) else {
      // An iframe that the module has created shows pages of one origin. So the module is asked whether it shows the
      // page of another origin in another way.
      let isTaken =
        navigation.isExpected
        && webView.map { registry.module?.takes(action($0), of: $0, inPlace: true) == true } == true
      return isTaken ? ServerResponse(.noContent) : response
    }
    webView?.deny(target, because: reason)
    return ErrorPage(.forbidden, detail: reason.description).response()
  }
}
