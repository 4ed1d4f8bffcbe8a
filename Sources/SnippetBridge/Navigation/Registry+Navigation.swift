import DSBridge
import Foundation
import Locks

extension Registry {
  /// The next request of the document's session for `url` passes unasked. No effect for a url of another origin than
  /// the document's.
  func letPass(_ url: URL, for webView: WebView) {
    state.withLock { state in
      guard let id = state.webViews[webView.id]?.document, let document = state.documents[id],
        url.origin == document.origin, !configuration.isPage(origin: document.origin)
      else { return }
      state.grant(NavigationTarget(url), session: document.session, at: .now)
    }
  }

  func redeemPass(to target: NavigationTarget, session: String?) -> Bool {
    guard let session else { return false }
    return state.withLock { $0.redeem(target, session: session, at: .now) }
  }

  /// Who decides about a navigation that only the HTTP layer has seen: the interceptor of the session's newest web view
  /// that shows the referring document, or of its only web view; else the server's. `isFrame`: that web view is a frame
  /// itself.
  func interceptor(session: String?, referrer: String?) -> (interceptor: any NavigationInterceptor, isFrame: Bool)? {
    guard let webView = webView(session: session, referrer: referrer) else {
      return configuration.interceptor.map { ($0, false) }
    }
    return webView.interceptor.map { ($0, webView.hosted.isFrame) }
  }

  /// The session's newest web view that shows the referring document, or its only one.
  func webView(session: String?, referrer: String?) -> WebView? {
    let webViews = state.withLock { state in
      (session.flatMap { state.sessions[$0]?.documents } ?? []).compactMap { id in
        state.documents[id].flatMap { state.webViews[$0.webView.id] }
      }
    }
    let referring = webViews.filter {
      $0.webView.location.utf8.prefix { $0 != UInt8(ascii: "#") }.elementsEqual((referrer ?? "").utf8)
    }
    return (referring.max { $0.serial < $1.serial } ?? (webViews.count == 1 ? webViews.first : nil))?.webView
  }
}
