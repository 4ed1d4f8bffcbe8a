public import Foundation

/// Decides navigations natively.
///
/// Asked before a document is loaded, however the navigation began: a link, a form, `location =`, a redirect,
/// `window.open`, the address bar; also about other origins and other schemes (`tel:`). Seed: TWS's
/// `TWSViewInterceptor`.
public protocol NavigationInterceptor: Sendable {
  /// True when native code has handled it: the page stays, or the history entry is not made. The page is blocked
  /// meanwhile; any thread. One that takes longer than ``BridgeConfiguration/interceptorTimeLimit`` counts as false.
  func handleIntercept(_ intercept: Intercepted) -> Bool

  /// The same about the frames that a page makes in itself, which have no document yet. A document in a frame is a web
  /// view of its own: its navigations are asked about as any other's.
  func handleIntercept(_ intercept: Intercepted, in frame: NavigationFrame) -> Bool
}

extension NavigationInterceptor {
  /// As WKWebView's delegate in TWS: the main frame is asked about, frames load as they like.
  public func handleIntercept(_ intercept: Intercepted, in frame: NavigationFrame) -> Bool {
    switch frame {
    case .main: handleIntercept(intercept)
    case .sub: false
    }
  }
}

/// What a page is about to do.
public enum Intercepted: Sendable, Hashable {
  /// Load this document.
  case url(URL)
  /// Make or replace a history entry by `history.pushState` or `replaceState`, or go to a fragment: path, query and
  /// fragment. Also what a page says by `webkit.messageHandlers.intercept.postMessage(path)`.
  case path(String)
}
