public import SnippetBridge

/// A handler that decides how to handle a navigation that is not a visit. The first handler that matches decides.
public protocol WebViewPolicyDecisionHandler: DecisionHandler {
  /// Returns whether this handler is responsible for a navigation.
  func matches(navigationAction: NavigationAction, configuration: Navigator.Configuration) -> Bool
  /// Decides whether to allow a navigation, and routes the navigation if it leads to a screen of the program.
  func handle(
    navigationAction: NavigationAction, configuration: Navigator.Configuration, navigator: any Navigating
  )
    -> WebViewPolicyManager.Decision
}

/// The decisions about navigations that are not visits.
public enum WebViewPolicyManager {
  /// A decision about a navigation.
  public enum Decision: Sendable, Hashable {
    /// The browser performs the navigation.
    case allow
    /// The navigation is cancelled, and the page remains.
    case cancel
  }

  /// Returns the decision of the first handler that matches, or `.allow` if none matches.
  static func decide(
    _ action: NavigationAction, _ configuration: Navigator.Configuration, _ navigator: any Navigating
  ) -> Decision {
    let handlers = configuration.config.webViewPolicyDecisionHandlers
    let first = handlers.first { $0.matches(navigationAction: action, configuration: configuration) }
    guard let first else { return .allow }
    return configuration.logged(
      first.handle(navigationAction: action, configuration: configuration, navigator: navigator), of: first)
  }
}

/// A handler that reloads both sessions when the page reloads itself.
public struct ReloadWebViewPolicyDecisionHandler: WebViewPolicyDecisionHandler {
  /// Creates a handler.
  public init() {}

  /// Returns whether the page reloads itself.
  public func matches(navigationAction: NavigationAction, configuration: Navigator.Configuration) -> Bool {
    navigationAction.isInMainFrame && navigationAction.navigationType == .reload
  }

  /// Reloads both sessions.
  public func handle(
    navigationAction: NavigationAction, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> WebViewPolicyManager.Decision {
    navigator.reload()
    return .cancel
  }
}

/// A handler that routes links that open a new window.
public struct NewWindowWebViewPolicyDecisionHandler: WebViewPolicyDecisionHandler {
  /// Creates a handler.
  public init() {}

  /// Returns whether a link opens a new window.
  public func matches(navigationAction: NavigationAction, configuration: Navigator.Configuration) -> Bool {
    navigationAction.navigationType == .linkActivated && navigationAction.targetFrame == nil
  }

  /// Routes the link.
  public func handle(
    navigationAction: NavigationAction, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> WebViewPolicyManager.Decision {
    navigationAction.request.url.map { navigator.route($0) }
    return .cancel
  }
}

/// A handler that routes navigations that Turbo does not handle, such as links in a page without Turbo, and assignments
/// to `location`.
public struct ExternalNavigationWebViewPolicyDecisionHandler: WebViewPolicyDecisionHandler {
  /// Creates a handler.
  public init() {}

  /// Returns whether a link or a script leaves the page.
  public func matches(navigationAction: NavigationAction, configuration: Navigator.Configuration) -> Bool {
    navigationAction.navigationType == .linkActivated
      || navigationAction.isInMainFrame && navigationAction.navigationType == .other
  }

  /// Routes the URL, unless it is valid only inside a page.
  public func handle(
    navigationAction: NavigationAction, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> WebViewPolicyManager.Decision {
    if let url = navigationAction.request.url, !url.isOfPage { navigator.route(url) }
    return .cancel
  }
}

/// A handler that cancels links that no earlier handler has handled.
public struct LinkActivatedWebViewPolicyDecisionHandler: WebViewPolicyDecisionHandler {
  /// Creates a handler.
  public init() {}

  /// Returns whether the navigation follows a link in the page itself, not in one of its iframes.
  public func matches(navigationAction: NavigationAction, configuration: Navigator.Configuration) -> Bool {
    navigationAction.isInMainFrame && navigationAction.navigationType == .linkActivated
  }

  /// Cancels the navigation.
  public func handle(
    navigationAction: NavigationAction, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> WebViewPolicyManager.Decision { .cancel }
}

extension NavigationAction {
  /// Whether the page itself navigates, rather than one of its iframes or a new window.
  fileprivate var isInMainFrame: Bool { targetFrame?.isMainFrame == true }
}
