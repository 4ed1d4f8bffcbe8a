public import DSBridge
public import SnippetBridgeLocation

/// The objects that handle requests from a web view's pages.
///
/// The server, a shell, its tabs and screens, and the web view itself each have such bindings. For each member, the
/// most specific binding applies: first the web view's, then the screen's, the tab's, the shell's and the server's.
public struct WebViewBindings: Sendable {
  /// A handler that is called once for each download from a page, when the download completes or fails. The web view is
  /// `nil` if it was closed in the meantime.
  public typealias DownloadHandler = @Sendable (DownloadState, WebView?) -> Void

  /// The interceptor for navigations in pages.
  public var interceptor: (any NavigationInterceptor)?
  /// The service that answers `navigator.geolocation`. If `nil`, the browser answers.
  public var locationServiceBridge: (any LocationServicesBridge)?
  /// The service that decides whether pages may ask the browser for the camera and the microphone.
  public var cameraMicrophoneServiceBridge: (any CameraMicrophoneServicesBridge)?
  /// The delegate that handles dialogs of pages. If `nil`, the browser shows the dialogs.
  public var uiDelegate: (any WebViewUIDelegate)?
  /// The navigator through which the program navigates the web view.
  public var navigator: WebViewNavigator?
  /// The handler that is called when a download has ended. Requires ``BridgeConfiguration/downloads``, which lets the
  /// server save files.
  public var downloadCompleted: DownloadHandler?

  /// Creates empty bindings.
  public init() {}

  /// Returns a copy of these bindings in which each `nil` member is replaced with the same member of `outer`.
  public func over(_ outer: WebViewBindings) -> WebViewBindings {
    var merged = self
    merged.interceptor = interceptor ?? outer.interceptor
    merged.locationServiceBridge = locationServiceBridge ?? outer.locationServiceBridge
    merged.cameraMicrophoneServiceBridge = cameraMicrophoneServiceBridge ?? outer.cameraMicrophoneServiceBridge
    merged.uiDelegate = uiDelegate ?? outer.uiDelegate
    merged.navigator = navigator ?? outer.navigator
    merged.downloadCompleted = downloadCompleted ?? outer.downloadCompleted
    return merged
  }

  /// Sets an interceptor that decides asynchronously.
  public mutating func bind(interceptor: any AsyncNavigationInterceptor) {
    self.interceptor = AwaitedInterceptor(name: "\(type(of: interceptor))") { intercept, frame, _ in
      await interceptor.handleIntercept(intercept, in: frame)
    }
  }

  /// Sets an interceptor that runs in the isolation of the web view whose page navigates.
  public mutating func bind(interceptor: @escaping @Sendable (NavigationRequest, isolated WebView) async -> Bool) {
    self.interceptor = AwaitedInterceptor(name: "closure") { intercept, frame, webView in
      guard frame == .main, let webView else { return false }
      return await interceptor(intercept, webView)
    }
  }

  /// The services whose scripts the pages must load, because these bindings have no effect without them.
  var parts: Set<PageService> {
    var parts: Set<PageService> = []
    if locationServiceBridge != nil { parts.insert(.location) }
    if cameraMicrophoneServiceBridge != nil { parts.insert(.camera) }
    if uiDelegate != nil { parts.insert(.dialogs) }
    if downloadCompleted != nil { parts.insert(.downloads) }
    return parts
  }
}
