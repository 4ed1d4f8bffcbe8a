import DSBridge
import DSBridgeLocks
import Foundation
import HTTPTypes
import SnippetBridgeWebServer

extension Registry {
  /// Stores a pass for the next request for `url` from the web view's session. When this request arrives, the pass
  /// identifies the web view, and except for the kind `redirect`, the interceptor is not asked again. Has no effect if
  /// `url` has another origin than the web view's document, because the request then goes to another server or port.
  func letPass(_ url: URL, for webView: WebView, kind: NavigationPasses.Pass.Kind = .asked) {
    state.withLock { state in
      guard let id = state.webViews[webView.id]?.document, let document = state.documents[id],
        url.origin == document.origin, !configuration.isPage(origin: document.origin)
      else { return }
      state.sessions[document.session]?.passes.grant(NavigationTarget(url), to: webView.id, kind: kind, at: .now)
    }
  }

  /// Returns the web view that navigates with this request, if it is known. Also removes and returns the pass that
  /// ``letPass(_:for:kind:)`` has stored for the request, if there is one.
  func navigatingWebView(
    _ request: ServerRequest, session: String?
  ) -> (webView: WebView?, pass: NavigationPasses.Pass?) {
    guard let session else { return (nil, nil) }
    let (passed, webViews) = state.withLock { state in
      // Returns and removes the pass.
      let pass = state.sessions[session]?.passes.redeem(NavigationTarget(request), at: .now)
      let webViews = (state.sessions[session]?.documents ?? []).compactMap { id in
        state.documents[id].flatMap { state.webViews[$0.webView.id] }
      }
      return (pass.map { (state.webViews[$0.webView]?.webView, $0) }, webViews)
    }
    if let passed { return passed }
    // Without a pass, use the session's newest web view that shows the referring document. If there is none, use the
    // session's only web view.
    let referrer = request.headers[.referer] ?? ""
    let referring = webViews.filter {
      $0.webView.location.utf8.prefix { $0 != UInt8(ascii: "#") }.elementsEqual(referrer.utf8)
    }
    return ((referring.max { $0.serial < $1.serial } ?? (webViews.count == 1 ? webViews.first : nil))?.webView, nil)
  }
}
