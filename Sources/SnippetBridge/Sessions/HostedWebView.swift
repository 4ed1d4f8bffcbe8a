import DSBridge
import Locks
import WebServer

/// What this module keeps of a web view for as long as it lives.
final class HostedWebView: WebViewHost {
  struct State {
    /// Asked about its navigations.
    var interceptor: (any NavigationInterceptor)?
    /// The server's, asked where there is none of its own.
    var inherited: (any NavigationInterceptor)?
    var services = BoundServices()
    var client: WebViewClient?
  }

  let state = Mutex(State())
  private let webView: String
  /// Nil for a web view that no server has made.
  private weak let registry: Registry?

  init(_ webView: String, of registry: Registry?) {
    self.webView = webView
    self.registry = registry
  }

  /// Those that its pages have; nil for a web view that no server has made.
  var servedParts: Set<PagePart>? { registry?.configuration.servedParts }

  func webViewClosed() {
    registry?.state.withLock { $0.dropWebView(webView) }
    registry?.observer?.webViewClosed()
    MemoryReturn.shared.somethingEnded()
  }

  func expectsDocument(after left: DocumentID) -> Bool {
    registry?.expectsDocument(in: webView, after: left) ?? false
  }
}

extension WebView {
  nonisolated var hosted: HostedWebView {
    if let hosted = host as? HostedWebView { return hosted }
    let hosted = HostedWebView(id, of: nil)
    host = hosted
    return hosted
  }
}
