public import Foundation

/// A handler by which native code decides about the navigations of pages.
///
/// An interceptor is asked before a document is loaded, whether by a link, a form, `location =`, a redirect,
/// `window.open` or the address bar. It is also asked about other origins and other schemes (`tel:`). Corresponds to
/// TWS's `TWSViewInterceptor`.
public protocol NavigationInterceptor: Sendable {
  /// Returns `true` if native code has handled the navigation. The page then keeps its document or, for
  /// ``NavigationRequest/path(_:)``, does not change its history.
  ///
  /// Called on any thread. The page is blocked until the function returns. If it takes longer than
  /// ``BridgeConfiguration/interceptorTimeLimit``, the navigation continues, as for `false`.
  func handleIntercept(_ intercept: NavigationRequest) -> Bool

  /// Returns `true` if native code has handled a navigation of `frame`. Also called for iframes that a page creates
  /// and that have no document yet.
  ///
  /// If the document in an iframe has the bridge, it is a separate web view, and its navigations are those of a `.main`
  /// frame.
  func handleIntercept(_ intercept: NavigationRequest, in frame: NavigationFrame) -> Bool
}

extension NavigationInterceptor {
  /// Asks ``handleIntercept(_:)`` about the main frame only and lets iframes load, like WKWebView's delegate in TWS.
  public func handleIntercept(_ intercept: NavigationRequest, in frame: NavigationFrame) -> Bool {
    switch frame {
    case .main: handleIntercept(intercept)
    case .sub: false
    }
  }
}

/// The action that a page is about to perform.
public enum NavigationRequest: Sendable, Hashable {
  /// Loads the document at this URL.
  case url(URL)
  /// Creates or replaces a history entry by `history.pushState` or `replaceState`, or goes to a fragment.
  ///
  /// The value is the path with query and fragment. Also used for
  /// `webkit.messageHandlers.intercept.postMessage(path)`.
  case path(String)
}
