import DSBridge
import DSBridgeLocks
import Foundation
import SnippetBridgeWebServer

/// The data that this module keeps for a web view during its lifetime.
final class HostedWebView: WebViewHost {
  struct State {
    /// The bindings of the web view itself, which take precedence over all others.
    var own = WebViewBindings()
    /// The bindings that a module has set for the web view, such as those of a shell's screen.
    var placed = WebViewBindings()
    /// The bindings of the server. Each of them applies only if neither `own` nor `placed` has a binding of its kind.
    var server = WebViewBindings()
    /// The bindings that apply. For each kind, a binding in `own` precedes one in `placed`, which precedes one in
    /// `server`.
    var bindings: WebViewBindings { own.over(placed).over(server) }
    /// The navigator that is created when the program first asks for it.
    var navigator: WebViewNavigator?
    /// The web view's own delegate for navigations.
    var navigationDelegate: (any NavigationDelegate)?
    /// Whether the newest document is the response to a form with method POST.
    var isResultOfPost = false
    var client: WebViewClient?
    /// The text that is added to the end of the user agent, in the web view's pages and in their requests. `nil` for
    /// none.
    var applicationName: String?
    /// Whether the document is in an iframe.
    var isIframe = false
    /// The data that another module, such as `SnippetFleet`, keeps for the web view.
    var companion: (any Sendable)?
    /// Indicates whether native code created the document's iframe. If `false`, a document in an iframe is part of the
    /// page around it.
    var isPlaced = false
    /// Whether the page script asks the server about each navigation of the document before the browser sends the
    /// request. `false` in WebKit without the Navigation API, where a page script cannot do this.
    var asksAboutAll = false
  }

  let state = Mutex(State())
  let page: PageState
  /// The network that the inspector simulates, or `nil` without an inspector.
  let trouble: Trouble?
  private let id: String
  private weak let webView: WebView?
  /// The registry of the server, or `nil` for a web view that no server created.
  weak let registry: Registry?

  init(_ webView: WebView, of registry: Registry?) {
    id = webView.id
    self.webView = webView
    self.registry = registry
    trouble = registry.flatMap { $0.isInspected ? Trouble(of: webView, scheduler: $0.scheduler) : nil }
    page = PageState(scheduler: registry?.scheduler ?? Scheduler(ContinuousClock()))
  }

  var isIframe: Bool { state.withLock { $0.isIframe } }
  /// Whether native code created the document's iframe.
  var isPlaced: Bool { state.withLock { $0.isPlaced } }
  /// Whether an iframe's request about which no page has asked can be a navigation of this web view's own document. If
  /// `false`, such a request comes from an iframe within the document.
  var mayNavigateUnasked: Bool { state.withLock { $0.isIframe && !$0.asksAboutAll } }
  /// Whether the document is in an iframe that another page created.
  var isPartOfPage: Bool { state.withLock { $0.isIframe && !$0.isPlaced } }

  func webViewClosed() {
    registry?.state.withLock { $0.dropWebView(id) }
    registry?.observer?.webViewClosed()
    page.end()
    registry?.module?.webViewClosed(id)
    DevelopmentLink.shared?.webViewsChanged()
    MemoryReturn.shared.somethingEnded()
  }

  func expectsDocument(after left: DocumentID) -> Bool {
    registry?.expectsDocument(in: id, after: left) ?? false
  }

  func documentOpened(at url: String) {
    if let url = URL(string: url) { page.documentOpened(at: url) }
    if let webView {
      registry?.module?.documentOpened(in: webView)
      DevelopmentLink.shared?.documentOpened(in: webView)
    }
  }

  func pageTold(_ name: String, _ value: JSON) {
    page.pageTold(name, value, from: webView?.client?.webOrigin)
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

  /// Indicates whether the newest document is the response to a form with method POST, without a redirect.
  package nonisolated var isResultOfPost: Bool { hosted.state.withLock { $0.isResultOfPost } }

  /// Returns the data that another module keeps for the web view. If there is none of this type, creates it. Only one
  /// module can keep data.
  package nonisolated func companion<Companion: Sendable>(_ make: (WebView) -> Companion) -> Companion {
    let hosted = hosted
    if let known = hosted.state.withLock({ $0.companion as? Companion }) { return known }
    let made = make(self)
    return hosted.state.withLock { state in
      if let known = state.companion as? Companion { return known }
      state.companion = made
      return made
    }
  }

  /// The text that is added to the end of the user agent of this web view's document requests; `nil` for none.
  /// Corresponds to the property with this name in WebKit's `WKWebViewConfiguration`.
  package nonisolated var applicationNameForUserAgent: String? {
    get { hosted.state.withLock { $0.applicationName } }
    set { hosted.state.withLock { $0.applicationName = newValue } }
  }
}
