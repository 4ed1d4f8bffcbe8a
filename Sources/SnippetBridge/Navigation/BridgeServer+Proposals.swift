package import DSBridge
package import Foundation

extension Registry {
  /// Returns whether the policy denies a navigation. If so, also informs the page.
  func denies(_ url: URL, to webView: WebView) -> Bool {
    let frame: NavigationFrame = webView.hosted.isPartOfPage ? .sub : .main
    guard case .deny(let reason) = decision(about: url, in: frame, seenFrom: webView.client?.webOrigin) else {
      return false
    }
    webView.deny(url, because: reason)
    return true
  }
}

extension BridgeServer {
  /// Asks a web view's interceptor and delegate, and then the server's policy, about a link in the web view's page. The
  /// calling module is about to follow this link in place of the browser.
  /// - Parameter completion: Called later with `true` if the navigation was stopped. Not called if this function
  ///   returns a result.
  /// - Returns: Whether the navigation was stopped, or `nil` if `completion` will be called because an interceptor or a
  ///   delegate decides.
  package func ask(
    about url: URL, of webView: WebView, completion: @escaping @Sendable (_ isStopped: Bool) -> Void
  ) -> Bool? {
    guard let deciders = NavigationDeciders(of: webView, registry) else { return registry.denies(url, to: webView) }
    let question = NavigationInterface.Question(cause: .link, isUsers: true)
    Task { [registry] in
      let isStopped = await deciders.stop(url, in: .main) { NavigationAction(question, to: url, of: $0) }
      completion(isStopped || registry.denies(url, to: webView))
    }
    return nil
  }
}
