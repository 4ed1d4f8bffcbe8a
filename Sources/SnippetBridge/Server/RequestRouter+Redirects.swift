import DSBridge
import Foundation
import HTTPTypes
import WebServer

/// A redirect to another server is the last that is seen of a navigation here. So it is decided about before it is
/// sent; one to this server is, when its request comes.
extension RequestRouter {
  /// Where the answer to a navigation sends the browser, if that is another server.
  func placeElsewhere(_ response: ServerResponse, _ request: ServerRequest) -> URL? {
    guard response.status.kind == .redirection, request.isNavigation, let location = response.headers[.location],
      let base = request.url, let target = URL(readByBrowsers: location, at: base),
      target.origin != base.origin
    else { return nil }
    return target
  }

  /// The response, unless native code handles what it leads to, or may not let it happen.
  func decided(
    _ response: ServerResponse, to request: ServerRequest, of navigation: DocumentNavigation
  ) async -> ServerResponse {
    guard let target = placeElsewhere(response, request) else { return response }
    let webView = navigation.webView
    let frame: NavigationFrame = request.isOfFrame ? .sub : .main
    if let interceptor = webView.map(\.interceptor) ?? registry.configuration.interceptor,
      await Interception.isHandled(.url(target), in: frame, by: interceptor, of: registry)
    {
      return ServerResponse(.noContent)
    }
    let origin = webView?.client?.webOrigin ?? trust.origin(of: request)
    guard case .deny(let reason) = registry.decision(about: target, in: frame, seenFrom: origin) else {
      // A page of another origin gets a frame of its own.
      let isTaken =
        navigation.isExpected
        && webView.map { registry.module?.takes(target, of: $0, inPlace: true) == true } == true
      return isTaken ? ServerResponse(.noContent) : response
    }
    webView?.deny(target, because: reason)
    return ErrorPage(.forbidden, detail: reason.description).response()
  }
}
