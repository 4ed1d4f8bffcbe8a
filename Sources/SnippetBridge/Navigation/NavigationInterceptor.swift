public import Foundation

/// A handler with which native code decides about navigations in pages.
///
/// An interceptor is asked before a document is loaded, whether through a link, a form, `location =`, a redirect,
/// `window.open` or the address bar. It is also asked about URLs with other origins and other schemes (`tel:`).
/// Corresponds to TWS's `TWSViewInterceptor`.
public protocol NavigationInterceptor: Sendable {
  /// Returns `true` if native code has handled the navigation. The page then keeps its document or, for
  /// ``NavigationRequest/path(_:)``, does not change its history.
  ///
  /// Called on any thread. The page is blocked until the function returns. If this takes longer than
  /// ``BridgeConfiguration/interceptorTimeLimit``, the navigation continues, as if the function had returned `false`.
  func handleIntercept(_ intercept: NavigationRequest) -> Bool

  /// Returns `true` if native code has handled a navigation in `frame`. Also called for iframes that a page has created
  /// and that have no document yet.
  ///
  /// If the document in an iframe uses the bridge, the iframe is a web view of its own, and its navigations have the
  /// frame `.main`.
  func handleIntercept(_ intercept: NavigationRequest, in frame: NavigationFrame) -> Bool
}

extension NavigationInterceptor {
  /// Calls ``handleIntercept(_:)`` for the main frame only. Allows all navigations in iframes, like WKWebView's
  /// delegate in TWS.
  public func handleIntercept(_ intercept: NavigationRequest, in frame: NavigationFrame) -> Bool {
    frame == .main && handleIntercept(intercept)
  }
}

/// The navigation that a page is about to perform.
public enum NavigationRequest: Sendable, Hashable {
  /// Loads the document at this URL.
  case url(URL)
  /// Creates or replaces a history entry with `history.pushState` or `replaceState`, or navigates to a fragment.
  ///
  /// The value is the path with the query and the fragment. This case is also used for
  /// `webkit.messageHandlers.intercept.postMessage(path)`.
  case path(String)
}
