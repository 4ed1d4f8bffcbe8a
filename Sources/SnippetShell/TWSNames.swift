// Aliases with the names from TWS ("The Web Snippet"), for code that was written for TWS
// (docs/guides/moving-from-tws.md).
import DSBridge

/// TWS's name for ``Snippet``.
public typealias TWSSnippet = Snippet
/// TWS's name for `WebViewNavigator`.
public typealias TWSViewNavigator = WebViewNavigator
/// TWS's name for `NavigationRequest`.
public typealias TWSIntercepted = NavigationRequest
/// TWS's name for `DownloadState`.
public typealias TWSDownloadState = DownloadState
/// TWS's name for `LoadingState`.
public typealias TWSLoadingState = LoadingState

/// An interceptor that runs on the main actor, as in TWS.
@MainActor public protocol TWSViewInterceptor: AnyObject, AsyncNavigationInterceptor {
  /// Returns `true` if native code has handled the navigation, so that the page must not navigate.
  func handleIntercept(_ intercept: TWSIntercepted) -> Bool
}

extension TWSViewInterceptor {
  /// Calls the synchronous function on the main actor.
  public nonisolated func handleIntercept(_ intercept: NavigationRequest) async -> Bool {
    await MainActor.run { handleIntercept(intercept) }
  }
}

extension Bindable {
  /// TWS's name for ``bind(loadingView:)-(()->Node)``.
  public func twsBind(loadingView: @escaping @Sendable () -> Node) -> Self {
    bound { $0.bind(loadingView: loadingView) }
  }

  /// TWS's name for ``bind(loadingView:)-((Double?)->Node)``.
  public func twsBind(loadingView: @escaping @Sendable (Double?) -> Node) -> Self {
    bound { $0.bind(loadingView: loadingView) }
  }

  /// TWS's name for ``bind(preloadingView:)``.
  public func twsBind(preloadingView: @escaping @Sendable () -> Node) -> Self {
    bound { $0.bind(preloadingView: preloadingView) }
  }

  /// TWS's name for ``bind(errorView:)-((Error)->Node)``.
  public func twsBind(errorView: @escaping @Sendable (any Error) -> Node) -> Self {
    bound { $0.bind(errorView: errorView) }
  }

  /// TWS's name for ``bind(errorView:)-((Error,Retry)->Node)``.
  public func twsBind(
    errorView: @escaping @Sendable (any Error, _ reloadCallback: @escaping @Sendable () async -> Void) -> Node
  ) -> Self {
    bound { $0.bind(errorView: errorView) }
  }

  /// TWS's name for ``bind(navigator:)``.
  public func twsBind(navigator: TWSViewNavigator) -> Self { bound { $0.bind(navigator: navigator) } }

  /// TWS's name for ``bind(interceptor:)``.
  public func twsBind(interceptor: any TWSViewInterceptor) -> Self { bound { $0.bind(interceptor: interceptor) } }

  /// TWS's name for ``bind(locationServiceBridge:)``.
  public func twsBind(locationServiceBridge: any LocationServicesBridge) -> Self {
    bound { $0.bind(locationServiceBridge: locationServiceBridge) }
  }

  /// TWS's name for ``bind(cameraMicrophoneServiceBridge:)``.
  public func twsBind(cameraMicrophoneServiceBridge: any CameraMicrophoneServicesBridge) -> Self {
    bound { $0.bind(cameraMicrophoneServiceBridge: cameraMicrophoneServiceBridge) }
  }

  /// TWS's name for ``onDownloadCompleted(_:)``, with an action on the main actor.
  public func twsOnDownloadCompleted(action: @escaping @Sendable @MainActor (TWSDownloadState) -> Void) -> Self {
    bound { $0.onDownloadCompleted { state, _ in Task { @MainActor in action(state) } } }
  }
}

extension Shell {
  /// Changes the bindings of the whole shell, using TWS's names.
  ///
  ///     shell.twsBind { $0.twsBind(loadingView: { Node.text("Loading…") }).twsBind(navigator: navigator) }
  public func twsBind(_ bind: (Bindings) -> Bindings) { bindings = bind(bindings) }
}
