public import DSBridge
public import SnippetBridgeLocation

/// The objects that answer requests of a web view's pages.
///
/// The server, a shell, its tabs and screens, and the web view itself each have such bindings. For each member the
/// nearest binding wins: that of the web view, then of the screen, the tab, the shell, the server.
public struct WebViewBindings: Sendable {
  /// A function that is called once for each download of a page, when the download is completed or has failed. The web
  /// view is `nil` if it was closed in the meantime.
  public typealias DownloadHandler = @Sendable (DownloadState, WebView?) -> Void

  /// The interceptor for navigations.
  public var interceptor: (any NavigationInterceptor)?
  /// The service that answers `navigator.geolocation`. If `nil`, the browser answers.
  public var locationServiceBridge: (any LocationServicesBridge)?
  /// The service that decides whether pages may ask the browser for camera and microphone.
  public var cameraMicrophoneServiceBridge: (any CameraMicrophoneServicesBridge)?
  /// The delegate that answers dialogs of pages. If `nil`, the browser shows them.
  public var uiDelegate: (any WebViewUIDelegate)?
  /// The navigator with which the program navigates the web view.
  public var navigator: WebViewNavigator?
  /// The function that is called when a download has ended. Needs ``BridgeConfiguration/downloads``, which saves the
  /// file.
  public var downloadCompleted: DownloadHandler?

  /// Creates empty bindings.
  public init() {}

  /// Returns a copy of these bindings in which each `nil` member has the value from `outer`.
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
    self.interceptor = AwaitedInterceptor(interceptor)
  }

  /// Sets an interceptor that decides in the isolation of the web view that navigates.
  public mutating func bind(
    interceptor: @escaping @Sendable (NavigationRequest, isolated WebView) async -> Bool
  ) {
    self.interceptor = AwaitedInterceptor(isolated: interceptor)
  }

  /// The services whose scripts the pages need.
  var parts: Set<PageService> {
    var parts: Set<PageService> = []
    if locationServiceBridge != nil { parts.insert(.location) }
    if cameraMicrophoneServiceBridge != nil { parts.insert(.camera) }
    if uiDelegate != nil { parts.insert(.dialogs) }
    if downloadCompleted != nil { parts.insert(.downloads) }
    return parts
  }
}
