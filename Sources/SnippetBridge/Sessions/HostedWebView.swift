import DSBridge
import Foundation
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
    /// Its document is in a frame.
    var isFrame = false
    /// Native code has put up that frame: to it the document is no part of another page.
    var isPlaced = false
  }

  let state = Mutex(State())
  let page: PageState
  private let id: String
  private weak let webView: WebView?
  /// Nil for a web view that no server has made.
  weak let registry: Registry?

  init(_ webView: WebView, of registry: Registry?) {
    id = webView.id
    self.webView = webView
    self.registry = registry
    page = PageState(scheduler: registry?.scheduler ?? Scheduler(ContinuousClock()))
  }

  var isFrame: Bool { state.withLock { $0.isFrame } }
  /// It is a part of another page.
  var isPartOfPage: Bool { state.withLock { $0.isFrame && !$0.isPlaced } }

  /// Those that its pages have; nil for a web view that no server has made.
  var servedParts: Set<PagePart>? { registry?.configuration.servedParts }

  func webViewClosed() {
    registry?.state.withLock { $0.dropWebView(id) }
    registry?.observer?.webViewClosed()
    page.end()
    registry?.module?.webViewClosed(id)
    MemoryReturn.shared.somethingEnded()
  }

  func expectsDocument(after left: DocumentID) -> Bool {
    registry?.expectsDocument(in: id, after: left) ?? false
  }

  func documentOpened(at url: String) {
    if let url = URL(string: url) { page.documentOpened(at: url) }
  }

  func pageTold(_ name: String, _ value: JSON) {
    page.pageTold(name, value)
    guard name == "hears" else {
      if let webView { registry?.module?.pageTold(name, value, of: webView) }
      return
    }
    for command in page.takeHeld() { webView?.tellPage("navigator", command) }
  }
}

extension WebView {
  nonisolated var hosted: HostedWebView {
    if let hosted = host as? HostedWebView { return hosted }
    let hosted = HostedWebView(self, of: nil)
    host = hosted
    return hosted
  }
}
