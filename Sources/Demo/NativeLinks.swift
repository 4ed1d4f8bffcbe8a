import Foundation
import SnippetBridge

/// Takes every navigation to `/native/…` and `tel:` out of the browser's hands: the page stays, and is told what was
/// done.
final class NativeLinks: NavigationInterceptor {
  private weak let webView: WebView?
  private let log: NavigationLog

  init(webView: WebView, log: NavigationLog) {
    self.webView = webView
    self.log = log
  }

  func handleIntercept(_ intercept: Intercepted) -> Bool {
    let target =
      switch intercept {
      case .url(let url): url.scheme == "tel" ? url.absoluteString : url.pathAndQuery
      case .path(let path): path
      }
    let isHandled = target.hasPrefix("/native/") || target.hasPrefix("tel:")
    log.add(intercept, isHandled: isHandled)
    guard isHandled else { return false }
    webView?.call("showNative", with: ["Swift handled \(target).", NativeScreen(for: target)])
    return true
  }
}
