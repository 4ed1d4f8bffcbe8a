public import DSBridge
import DSBridgeLocks
import Logging
public import SnippetBridgeLocation

/// The bindings of one web view. They take precedence over the bindings of a shell and of the server.
extension WebView {
  /// Sets the interceptor for the navigations of this web view. If `nil`, the interceptor of the web view's shell or of
  /// the server decides, if there is one.
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
  /// If `nil`, the server's service answers. If the server has none, the browser answers. The previous service still
  /// answers the requests that it has already received.
  ///
  /// Requires ``PageService/location`` in ``BridgeConfiguration/parts``, unless
  /// ``BridgeConfiguration/locationServiceBridge`` is set.
  public nonisolated func bind(locationServiceBridge service: (any LocationServicesBridge)?) {
    rebind { $0.locationServiceBridge = service }
  }

  /// Sets the service that is asked before this web view's pages get the camera or the microphone.
  ///
  /// If `nil`, the server's service is asked. If the server has none, only the browser decides.
  ///
  /// Requires ``PageService/camera`` in ``BridgeConfiguration/parts``, unless
  /// ``BridgeConfiguration/cameraMicrophoneServiceBridge`` is set.
  public nonisolated func bind(cameraMicrophoneServiceBridge service: (any CameraMicrophoneServicesBridge)?) {
    rebind { $0.cameraMicrophoneServiceBridge = service }
  }

  /// The delegate that answers the dialogs of this web view's pages: `alert`, `confirm`, `prompt`, file choosers, and
  /// the confirmation that a page's `beforeunload` listener requests.
  ///
  /// If `nil`, the server's delegate answers, or the browser if the server has none.
  ///
  /// Requires ``PageService/dialogs`` in ``BridgeConfiguration/parts``, unless ``BridgeConfiguration/uiDelegate`` is
  /// set.
  public nonisolated var uiDelegate: (any WebViewUIDelegate)? {
    get { bindings.uiDelegate }
    set { rebind { $0.uiDelegate = newValue } }
  }

  /// Attaches a navigator that the program has created to this web view.
  public nonisolated func bind(navigator: WebViewNavigator) { navigator.attach(to: self) }

  /// Sets the function that is called when a download of this web view's pages has ended. It is called instead of
  /// ``Downloads/completed``. Requires ``BridgeConfiguration/downloads``, which lets the server save files.
  public nonisolated func onDownloadCompleted(_ action: @escaping WebViewBindings.DownloadHandler) {
    rebind { $0.downloadCompleted = action }
  }

  /// Sets the bindings that a module, such as the shell, defines for this web view: those of its screen, tab and shell.
  /// The web view's own bindings take precedence.
  package nonisolated func inherit(_ bindings: WebViewBindings) {
    let parts = change { state in
      defer { state.placed = bindings }
      return bindings.parts.subtracting(state.placed.parts)
    }
    warnUnlessServed(parts)
  }

  /// Sets whether the navigator can go back and forward. From then on, the page's own reports of its history are
  /// ignored, and the module performs the steps back and forward.
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

  /// The bindings that apply to this web view.
  nonisolated var bindings: WebViewBindings { hosted.state.withLock { $0.bindings } }

  /// The interceptor that decides about this web view's navigations, or `nil` if there is none.
  nonisolated var interceptor: (any NavigationInterceptor)? {
    let interceptor = bindings.interceptor
    return (interceptor as? AwaitedInterceptor)?.bound(to: self) ?? interceptor
  }

  /// Logs a warning if the web view's pages lack the script for a service. Does nothing for a web view that no server
  /// created, because it has no pages.
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
    let hosted = hosted
    let (bindings, isPlaced, delegate) = hosted.state.withLock { ($0.bindings, $0.isPlaced, $0.navigationDelegate) }
    if bindings.interceptor != nil { return .all }
    let registry = hosted.registry
    if isPlaced || delegate != nil || registry?.configuration.navigationDelegate != nil { return .documents }
    return registry?.policy.value.allowsEverything == false ? .documents : .none
  }
}
