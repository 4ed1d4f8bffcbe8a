import Foundation
import SnippetBridge

/// An interceptor that handles navigations to `/native/…` and `tel:`. For such a link, the page does not navigate.
/// Instead, Swift calls the page's function `showNative`.
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
