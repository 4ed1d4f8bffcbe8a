import DSBridge
import Foundation
import SnippetBridge

/// An interface by which a page reads the state of its navigations and controls the navigator.
@Exposed
final class Navigations {
  private weak let webView: WebView?
  private let asked = Record<String>()

  init(webView: WebView) {
    self.webView = webView
  }

  /// Binds an interceptor that handles URLs containing "native".
  func intercept() {
    webView?.bind(interceptor: Interceptor(asked: asked))
  }

  /// Sets a delegate that cancels navigations to URLs containing "native", after a moment.
  func decide() {
    webView?.navigationDelegate = Decider(asked: asked)
  }

  /// Returns the recorded questions: to the interceptor, such as `url https://…` or `path /…`, or to the delegate, such
  /// as `linkActivated GET self user /path`.
  func questions() -> [String] { asked.elements }

  /// Returns the state of the page as native code sees it.
  func state() -> State? {
    webView.map { webView in
      State(
        title: webView.title, url: webView.url?.absoluteString, progress: webView.estimatedProgress,
        isLoading: webView.isLoading, back: webView.navigator.canGoBack, forward: webView.navigator.canGoForward,
        themeColor: webView.themeColor, favicon: webView.favicon?.absoluteString)
    }
  }

  /// Performs a navigator command after the page has received the answer to this call.
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
    var themeColor: String?
    var favicon: String?
  }

  private struct Decider: NavigationDelegate {
    let asked: Record<String>

    func webView(_ webView: WebView, decidePolicyFor action: NavigationAction) async -> NavigationActionPolicy {
      let words = [
        action.navigationType.rawValue, action.request.httpMethod ?? "", action.targetFrame == nil ? "new" : "self",
        action.hasUserGesture ? "user" : "script", action.request.url?.path() ?? "",
      ]
      asked.append(words.joined(separator: " "))
      await Task.yield()
      return action.request.url?.absoluteString.contains("native") == true ? .cancel : .allow
    }
  }

  private struct Interceptor: NavigationInterceptor {
    let asked: Record<String>

    func handleIntercept(_ intercept: NavigationRequest) -> Bool {
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
