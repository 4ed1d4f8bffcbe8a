import DSBridge
import DSBridgeLocks
import Foundation
import HTTPTypes
import SnippetBridgeWebServer

extension Registry {
  /// Lets the next request for `url` from the web view's session pass without asking the interceptor again. No effect
  /// if `url` has another origin than the web view's document.
  func letPass(_ url: URL, for webView: WebView, kind: NavigationPasses.Pass.Kind = .asked) {
    state.withLock { state in
      guard let id = state.webViews[webView.id]?.document, let document = state.documents[id],
        url.origin == document.origin, !configuration.isPage(origin: document.origin)
      else { return }
      state.grant(NavigationTarget(url), to: webView.id, kind: kind, session: document.session, at: .now)
    }
  }

  /// Returns the web view of a navigation's request, if it is known, and the pass of the navigation, if the page has
  /// already asked about it. Removes the pass.
  func navigatingWebView(
    _ request: ServerRequest, session: String?
  ) -> (webView: WebView?, pass: NavigationPasses.Pass?) {
    guard let session else { return (nil, nil) }
    let (passed, webViews) = state.withLock { state in
      let pass = state.redeem(NavigationTarget(request), session: session, at: .now)
      let webViews = (state.sessions[session]?.documents ?? []).compactMap { id in
        state.documents[id].flatMap { state.webViews[$0.webView.id] }
      }
      return (pass.map { (state.webViews[$0.webView]?.webView, $0) }, webViews)
    }
    if let passed { return passed }
    // The session's newest web view that shows the referring document, or else the session's only web view.
    let referrer = request.headers[.referer] ?? ""
    let referring = webViews.filter {
      $0.webView.location.utf8.prefix { $0 != UInt8(ascii: "#") }.elementsEqual(referrer.utf8)
    }
    return ((referring.max { $0.serial < $1.serial } ?? (webViews.count == 1 ? webViews.first : nil))?.webView, nil)
  }
}
