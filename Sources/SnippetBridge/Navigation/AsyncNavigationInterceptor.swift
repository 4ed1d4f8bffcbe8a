import DSBridge

/// A handler that decides asynchronously about navigations in pages.
///
/// The function is asynchronous, so it may be isolated to an actor. Therefore, actors and classes on the main actor can
/// conform:
///
///     @MainActor final class Links: AsyncNavigationInterceptor {
///       func handleIntercept(_ intercept: NavigationRequest) -> Bool { … }
///     }
public protocol AsyncNavigationInterceptor: Sendable {
  /// Returns `true` if native code has handled the navigation. The page then keeps its document or, for
  /// ``NavigationRequest/path(_:)``, does not change its history.
  ///
  /// The page is blocked until the function returns. If this takes longer than
  /// ``BridgeConfiguration/interceptorTimeLimit``, the task is cancelled and the navigation continues, as if the
  /// function had returned `false`.
  func handleIntercept(_ intercept: NavigationRequest) async -> Bool

  /// Returns `true` if native code has handled a navigation in `frame`. See
  /// ``NavigationInterceptor/handleIntercept(_:in:)``.
  func handleIntercept(_ intercept: NavigationRequest, in frame: NavigationFrame) async -> Bool
}

extension AsyncNavigationInterceptor {
  /// Calls ``handleIntercept(_:)`` for the main frame only. Allows all navigations in iframes.
  public func handleIntercept(_ intercept: NavigationRequest, in frame: NavigationFrame) async -> Bool {
    frame == .main ? await handleIntercept(intercept) : false
  }
}

/// A wrapper that stores an asynchronous interceptor as a ``NavigationInterceptor``. `Registry.isHandled` recognizes
/// this type and awaits the decision.
struct AwaitedInterceptor: NavigationInterceptor {
  /// The name of the program's interceptor type, for the log.
  let name: String
  /// Returns `true` if native code has handled a navigation. The web view is `nil` if it is unknown.
  let decide: @Sendable (NavigationRequest, NavigationFrame, WebView?) async -> Bool

  /// Always allows the navigation. The server calls ``decide`` instead of this function.
  func handleIntercept(_ intercept: NavigationRequest) -> Bool { false }
}
