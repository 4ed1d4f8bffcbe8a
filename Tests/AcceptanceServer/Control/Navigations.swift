import DSBridge
import Foundation
import SnippetBridge

/// What a page's tests ask about its navigations, and what they have native code do about them.
@Exposed
final class Navigations {
  private weak let webView: WebView?
  private let asked = Record<String>()

  init(webView: WebView) {
    self.webView = webView
  }

  /// From now on what has "native" in it is handled.
  func intercept() {
    webView?.bind(interceptor: Interceptor(asked: asked))
  }

  /// What the interceptor was asked: `url https://…`, `path /…`.
  func questions() -> [String] { asked.elements }

  /// What native code sees of the page.
  func state() -> State? {
    webView.map { webView in
      State(
        title: webView.title, url: webView.url?.absoluteString, progress: webView.estimatedProgress,
        isLoading: webView.isLoading, back: webView.navigator.canGoBack, forward: webView.navigator.canGoForward)
    }
  }

  /// Has the navigator do it when the page has its answer.
  func go(name: String, to value: String?) {
    guard let navigator = webView?.navigator else { return }
    switch name {
    case "back": navigator.goBack()
    case "forward": navigator.goForward()
    case "reload": navigator.reload()
    case "push": navigator.pushState(path: value ?? "")
    case "replace": navigator.replaceState(path: value ?? "")
    default: if let url = value.flatMap(URL.init) { navigator.load(url: url) }
    }
  }

  struct State: Encodable {
    var title: String
    var url: String?
    var progress: Double
    var isLoading: Bool
    var back: Bool
    var forward: Bool
  }

  private struct Interceptor: NavigationInterceptor {
    let asked: Record<String>

    func handleIntercept(_ intercept: Intercepted) -> Bool {
      switch intercept {
      case .url(let url):
        asked.append("url \(url.absoluteString)")
        return url.absoluteString.contains("native")
      case .path(let path):
        asked.append("path \(path)")
        return path.contains("native")
      }
    }
  }
}
