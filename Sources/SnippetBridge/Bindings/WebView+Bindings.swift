public import DSBridge
import DSBridgeLocks
import Logging
public import SnippetBridgeLocation

/// The bindings of one web view. They take precedence over the bindings of a shell and of the server.
extension WebView {
  /// Sets the interceptor for the navigations of this web view. With `nil`, the server's own interceptor is asked, if
  /// there is one.
  public nonisolated func bind(interceptor: (any NavigationInterceptor)?) { rebind { $0.interceptor = interceptor } }

  /// Sets an interceptor that decides asynchronously, for the navigations of this web view.
  public nonisolated func bind(interceptor: any AsyncNavigationInterceptor) {
    rebind { $0.bind(interceptor: interceptor) }
  }

  /// Sets an interceptor that decides in this web view's isolation.
  ///
  ///     webView.bind { intercept, webView in … }
  public nonisolated func bind(
    interceptor: @escaping @Sendable (NavigationRequest, isolated WebView) async -> Bool
  ) {
    rebind { $0.bind(interceptor: interceptor) }
  }

  /// Sets the service that answers `navigator.geolocation` of this web view's pages.
  ///
  /// If `nil`, the server's service answers. If the server has none, the browser answers. Pending requests keep their
  /// previous service.
  ///
  /// Needs ``PageService/location`` among ``BridgeConfiguration/parts``, unless the configuration has a service itself.
  public nonisolated func bind(locationServiceBridge service: (any LocationServicesBridge)?) {
    rebind { $0.locationServiceBridge = service }
  }

  /// Sets the service that is asked before this web view's pages get the camera or the microphone.
  ///
  /// If `nil`, the server's service is asked. If the server has none, only the browser decides.
  ///
  /// Needs ``PageService/camera`` among ``BridgeConfiguration/parts``, unless the configuration has a service itself.
  public nonisolated func bind(cameraMicrophoneServiceBridge service: (any CameraMicrophoneServicesBridge)?) {
    rebind { $0.cameraMicrophoneServiceBridge = service }
  }

  /// The delegate that answers the dialogs of this web view's pages: `alert`, `confirm`, `prompt`, file choosers, and
  /// the question before a page is left.
  ///
  /// If `nil`, the server's delegate answers, or the browser if the server has none.
  ///
  /// Needs ``PageService/dialogs`` among ``BridgeConfiguration/parts``, unless the configuration has a delegate itself.
  public nonisolated var uiDelegate: (any WebViewUIDelegate)? {
    get { bindings.uiDelegate }
    set { rebind { $0.uiDelegate = newValue } }
  }

  /// Attaches a navigator of the program to this web view.
  public nonisolated func bind(navigator: WebViewNavigator) { navigator.attach(to: self) }

  /// Sets the function that is called when a download of this web view's pages has ended. It is called instead of
  /// ``Downloads/completed``. Needs ``BridgeConfiguration/downloads``, by which the server saves files.
  public nonisolated func onDownloadCompleted(_ action: @escaping WebViewBindings.DownloadHandler) {
    rebind { $0.downloadCompleted = action }
  }

  /// Sets the bindings that a module, such as the shell, has for the place of this web view (its screen, tab and
  /// shell). The web view's own bindings take precedence.
  package nonisolated func inherit(_ bindings: WebViewBindings) {
    let parts = change { state in
      defer { state.placed = bindings }
      return bindings.parts.subtracting(state.placed.parts)
    }
    warnUnlessServed(parts)
  }

  /// Sets whether the navigator can go back and forward, in place of the page's reports. The module then goes there.
  package nonisolated func setHistory(back: Bool, forward: Bool) {
    hosted.page.setHistory(PageState.History(back: back, forward: forward))
  }

  /// Changes the bindings that the server has for this web view.
  nonisolated func inheritFromServer(_ bind: (inout WebViewBindings) -> Void) { change { bind(&$0.server) } }

  private nonisolated func rebind(_ bind: (inout WebViewBindings) -> Void) {
    let parts = change { state in
      let old = state.own.parts
      bind(&state.own)
      return state.own.parts.subtracting(old)
    }
    warnUnlessServed(parts)
  }

  private nonisolated func change<Result: Sendable>(_ change: (inout HostedWebView.State) -> Result) -> Result {
    let (result, old) = hosted.state.withLock { state in
      let old = [state.own, state.placed, state.server]
      return (change(&state), old)
    }
    // Frees the old bindings outside of the lock, because their deinitializers may run program code.
    _ = old
    setIntercepting(questions)
    return result
  }

  /// The nearest bindings: the web view's own, then those of its screen, then those of the server.
  nonisolated var bindings: WebViewBindings {
    hosted.state.withLock { $0.own.over($0.placed).over($0.server) }
  }

  /// The interceptor that decides about this web view's navigations, or `nil` if there is none.
  nonisolated var interceptor: (any NavigationInterceptor)? {
    let interceptor = bindings.interceptor
    return (interceptor as? AwaitedInterceptor)?.bound(to: self) ?? interceptor
  }

  /// Logs a warning if the web view's pages lack the script for a service. A web view that no server created has no
  /// such pages.
  private nonisolated func warnUnlessServed(_ parts: Set<PageService>) {
    guard let served = hosted.servedParts else { return }
    for part in parts.subtracting(served).map(\.rawValue).sorted() {
      logger.warning(
        "pages do not load the script of a bound service: set BridgeConfiguration.parts to [.\(part)]",
        metadata: ["part": "\(part)"])
    }
  }

  /// The navigations that the page must ask about before it starts them.
  nonisolated var questions: NavigationQuestions {
    if bindings.interceptor != nil { return .all }
    if hosted.state.withLock({ $0.isPlaced }) { return .documents }
    if decidingDelegate != nil { return .documents }
    let hasPolicy = hosted.registry.map { !$0.policy.value.allowsEverything } ?? false
    return hasPolicy ? .documents : .none
  }
}
