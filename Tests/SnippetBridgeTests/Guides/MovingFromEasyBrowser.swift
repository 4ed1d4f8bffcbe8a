import Foundation
import SnippetBridge

// The code of docs/guides/moving-from-easybrowser.md, with the names of WebKit.

final class Browser: WKNavigationDelegate {
  let websites = ["apple.com", "hackingwithswift.com"]

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @Sendable (WKNavigationActionPolicy) -> Void
  ) {
    let url = navigationAction.request.url
    if let host = url?.host {
      for website in websites {
        if host == website || host.hasSuffix("." + website) || host == webView.url?.host {
          decisionHandler(.allow)
          return
        }
      }
    }
    decisionHandler(.cancel)
  }
}

@MainActor
final class Websites: WKNavigationDelegate {
  var allowed = ["apple.com", "hackingwithswift.com"]

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy {
    guard let host = navigationAction.request.url?.host else { return .cancel }
    if host == webView.url?.host { return .allow }
    return allowed.contains { host == $0 || host.hasSuffix("." + $0) } ? .allow : .cancel
  }
}
