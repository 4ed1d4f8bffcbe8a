import SnippetShell
import Synchronization

/// A navigation delegate that allows only pages that the policy permits, and shows the user an alert for other pages.
final class Allowlist: NavigationDelegate {
  private struct WeakServer {
    weak var server: BridgeServer?
  }

  private let policy: NavigationPolicy
  private let server = Mutex(WeakServer())

  init(policy: NavigationPolicy) { self.policy = policy }

  /// Sets the server in whose shells the alerts are shown.
  func watch(_ server: BridgeServer) { self.server.withLock { $0.server = server } }

  func webView(
    _ webView: WebView, decidePolicyFor navigationAction: NavigationAction,
    decisionHandler: @escaping @Sendable (NavigationActionPolicy) -> Void
  ) {
    guard let url = navigationAction.request.url, url.port != webView.url?.port || url.host() != webView.url?.host(),
      case .deny = policy.decision(for: url)
    else { return decisionHandler(.allow) }
    decisionHandler(.cancel)
    guard let shell = server.withLock({ $0.server?.shell(showing: webView) }) else { return }
    Task { await shell.alert("Warning", message: "Unauthorized visit to a website") }
  }
}
