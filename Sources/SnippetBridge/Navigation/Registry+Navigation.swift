import DSBridge
import Foundation
import Synchronization

extension Registry {
  /// The next request of the document's session for `url` passes unasked.
  func letPass(_ url: URL, for webView: WebView) {
    state.withLock { state in
      guard let document = state.webViews[webView.id]?.document, let session = state.documents[document]?.session
      else { return }
      state.sessions[session]?.grant(NavigationTarget(url), at: .now)
    }
  }

  func redeemPass(to target: NavigationTarget, session: String?) -> Bool {
    guard let session else { return false }
    return state.withLock { $0.sessions[session]?.redeem(target, at: .now) ?? false }
  }

  /// Who decides about a navigation that only the HTTP layer has seen: the interceptor of the session's web view that shows the
  /// referring document, or of its only web view; else the server's.
  func interceptor(session: String?, referrer: String?) -> (any NavigationInterceptor)? {
    let webViews = state.withLock { state in
      state.documents.values.filter { $0.session == session }.map(\.webView)
    }
    let referring = webViews.filter { $0.location.prefix { $0 != "#" } == referrer ?? "" }
    let webView = referring.count == 1 ? referring.first : webViews.count == 1 ? webViews.first : nil
    return webView.map(\.interceptor) ?? configuration.interceptor
  }
}
