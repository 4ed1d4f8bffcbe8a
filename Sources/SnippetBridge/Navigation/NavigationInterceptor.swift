public import Foundation

/// Decides navigations natively.
///
/// Asked before a document of this server is fetched, however the navigation began: a link, a form, `location =`, a
/// redirect, the address bar. Seed: TWS's `TWSViewInterceptor`.
public protocol NavigationInterceptor: Sendable {
  /// True when native code has handled it: the page stays, or the history entry is not made. The page is blocked
  /// meanwhile; any thread.
  func handleIntercept(_ intercept: Intercepted) -> Bool
}

/// What a page is about to do.
public enum Intercepted: Sendable, Hashable {
  /// Load this document.
  case url(URL)
  /// Make or replace a history entry by `history.pushState` or `replaceState`: path, query and fragment.
  case path(String)
}
