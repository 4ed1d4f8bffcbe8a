import Foundation
import SnippetBridge

/// An interceptor that handles navigations to `/native/…` and `tel:`. The page does not navigate, and Swift notifies it
/// of the link.
final class NativeLinks: NavigationInterceptor {
  private weak let webView: WebView?
  private let log: NavigationLog

  init(webView: WebView, log: NavigationLog) {
    self.webView = webView
    self.log = log
  }

  func handleIntercept(_ intercept: NavigationRequest) -> Bool {
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
