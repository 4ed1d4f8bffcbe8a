public import DSBridge
import DSBridgeLocks
import Logging
public import SnippetBridgeLocation

/// The bindings of one web view. These bindings take precedence over the bindings of the web view's shell and of the
/// server.
extension WebView {
  /// Sets the interceptor for navigations in this web view. If `nil`, the interceptor of the web view's shell or of the
  /// server is used, if there is one.
  public nonisolated func bind(interceptor: (any NavigationInterceptor)?) { rebind { $0.interceptor = interceptor } }

  /// Sets an interceptor that decides asynchronously about navigations in this web view.
  public nonisolated func bind(interceptor: any AsyncNavigationInterceptor) {
    rebind { $0.bind(interceptor: interceptor) }
  }

  /// Sets an interceptor that runs in this web view's isolation.
  ///
  ///     webView.bind { intercept, webView in … }
  public nonisolated func bind(interceptor: @escaping @Sendable (NavigationRequest, isolated WebView) async -> Bool) {
    rebind { $0.bind(interceptor: interceptor) }
  }

  /// Sets the service that answers `navigator.geolocation` for this web view's pages.
  ///
  /// If `nil`, the service of the web view's shell or of the server is used. If neither has a service, the browser
  /// answers. The previous service still answers the requests that it has already received.
  ///
  /// Requires ``PageService/location`` in ``BridgeConfiguration/parts``, so that the pages load the script for this
  /// service. Setting ``BridgeConfiguration/locationServiceBridge`` has the same effect.
  public nonisolated func bind(locationServiceBridge service: (any LocationServicesBridge)?) {
    rebind { $0.locationServiceBridge = service }
  }

  /// Sets the service that decides whether this web view's pages may use the camera or the microphone.
  ///
  /// If `nil`, the service of the web view's shell or of the server is used. If neither has a service, only the browser
  /// decides.
  ///
  /// Requires ``PageService/camera`` in ``BridgeConfiguration/parts``, so that the pages load the script for this
  /// service. Setting ``BridgeConfiguration/cameraMicrophoneServiceBridge`` has the same effect.
  public nonisolated func bind(cameraMicrophoneServiceBridge service: (any CameraMicrophoneServicesBridge)?) {
    rebind { $0.cameraMicrophoneServiceBridge = service }
  }

  /// The delegate that handles the dialogs of this web view's pages: `alert`, `confirm`, `prompt`, file choosers, and
  /// the confirmation dialog for `beforeunload`.
  ///
  /// If `nil`, the delegate of the web view's shell or of the server is used. If neither has a delegate, the browser
  /// shows the dialogs.
  ///
  /// Requires ``PageService/dialogs`` in ``BridgeConfiguration/parts``, so that the pages load the script for dialogs.
  /// Setting ``BridgeConfiguration/uiDelegate`` has the same effect.
  public nonisolated var uiDelegate: (any WebViewUIDelegate)? {
    get { bindings.uiDelegate }
    set { rebind { $0.uiDelegate = newValue } }
  }

  /// Attaches a navigator, which the program has created, to this web view.
  public nonisolated func bind(navigator: WebViewNavigator) { navigator.attach(to: self) }

  /// Sets a handler that is called when a download from one of this web view's pages has ended. For these downloads,
  /// the handler is called instead of ``Downloads/completed``. Requires ``BridgeConfiguration/downloads``, which lets
  /// the server save files.
  public nonisolated func onDownloadCompleted(_ action: @escaping WebViewBindings.DownloadHandler) {
    rebind { $0.downloadCompleted = action }
  }

  /// Sets the bindings that a module, such as the shell, defines for this web view. For a shell, these are the bindings
  /// of the web view's screen, tab and shell. The web view's own bindings take precedence.
  package nonisolated func inherit(_ bindings: WebViewBindings) { rebind(\.placed) { $0 = bindings } }

  /// Sets whether the navigator can go back and forward. From then on, the server ignores the page's own reports about
  /// its history, and asks the calling module to go back or forward.
  package nonisolated func setHistory(back: Bool, forward: Bool) {
    hosted.page.setHistory(PageState.History(back: back, forward: forward))
  }

  /// Changes the server's bindings for this web view.
  nonisolated func inheritFromServer(_ bind: (inout WebViewBindings) -> Void) { rebind(\.server, bind) }

  private nonisolated func rebind(
    _ layer: WritableKeyPath<HostedWebView.State, WebViewBindings> = \.own, _ bind: (inout WebViewBindings) -> Void
  ) {
    // The old bindings are released outside of the lock, because their deinitializers may run program code.
    let (old, new) = hosted.state.withLock { state in
      let old = state[keyPath: layer]
      bind(&state[keyPath: layer])
      return (old, state[keyPath: layer])
    }
    setIntercepting(questions)
    warnUnlessServed(new.parts.subtracting(old.parts))
  }

  /// The effective bindings. Each member comes from the web view itself if set there, otherwise from its shell's
  /// bindings (``inherit(_:)``), otherwise from the server.
  nonisolated var bindings: WebViewBindings { hosted.state.withLock { $0.bindings } }

  /// Logs a warning if the server's pages do not load the script for one of these services, because the service then
  /// has no effect. Does nothing if the web view was not created by a server, because it then has no pages.
  private nonisolated func warnUnlessServed(_ parts: Set<PageService>) {
    guard !parts.isEmpty, let served = hosted.registry?.configuration.servedParts else { return }
    for part in parts.subtracting(served).map(\.rawValue).sorted() {
      logger.warning(
        "pages do not load the script of a bound service: set BridgeConfiguration.parts to [.\(part)]",
        metadata: ["part": "\(part)"])
    }
  }

  /// The kinds of navigation for which the page must ask the server first.
  nonisolated var questions: NavigationQuestions {
    let hosted = hosted
    let (bindings, isPlaced, delegate) = hosted.state.withLock { ($0.bindings, $0.isPlaced, $0.navigationDelegate) }
    if bindings.interceptor != nil { return .all }
    let registry = hosted.registry
    if isPlaced || delegate != nil || registry?.configuration.navigationDelegate != nil { return .documents }
    return registry?.policy.value.allowsEverything == false ? .documents : .none
  }
}
