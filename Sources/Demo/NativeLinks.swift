import Foundation
import SnippetBridge

/// Takes every navigation to `/native/…` out of the browser's hands: the page stays, and is told what was done.
final class NativeLinks: NavigationInterceptor {
  private weak let webView: WebView?

  init(webView: WebView) {
    self.webView = webView
  }

  func handleIntercept(_ intercept: Intercepted) -> Bool {
    let target =
      switch intercept {
      case .url(let url): url.pathAndQuery
      case .path(let path): path
      }
    guard target.hasPrefix("/native/") else { return false }
    webView?.call("showNative", with: ["Swift handled \(target)."])
    return true
  }
}
