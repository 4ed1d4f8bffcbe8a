/// A handler that decides about a navigation that is not a visit. The first handler that matches decides.
public protocol WebViewPolicyDecisionHandler: Sendable {
  /// The name, for the log.
  var name: String { get }
  /// Returns whether this handler decides about a navigation.
  func matches(navigationAction: VisitNavigationAction, configuration: Navigator.Configuration) -> Bool
  /// Decides about a navigation, and routes it if it leads to a screen of the program.
  func handle(
    navigationAction: VisitNavigationAction, configuration: Navigator.Configuration, navigator: any Navigating
  )
    -> WebViewPolicyManager.Decision
}

/// The decisions about navigations that are not visits.
public enum WebViewPolicyManager {
  /// A decision about a navigation.
  public enum Decision: Sendable, Hashable {
    /// The browser carries it out.
    case allow
    /// The page stays.
    case cancel
  }

  /// Asks the first handler that matches. If none does, the navigation is allowed.
  static func decide(
    _ action: VisitNavigationAction, _ configuration: Navigator.Configuration, _ navigator: any Navigating
  ) -> Decision {
    let handler = configuration.config.webViewPolicyDecisionHandlers.first {
      $0.matches(navigationAction: action, configuration: configuration)
    }
    return handler?.handle(navigationAction: action, configuration: configuration, navigator: navigator) ?? .allow
  }
}

/// Reloads both sessions when the page reloads itself.
public struct ReloadWebViewPolicyDecisionHandler: WebViewPolicyDecisionHandler {
  /// The name, for the log.
  public let name = "reload-policy"

  /// Creates a handler.
  public init() {}

  /// Returns whether the page reloads itself.
  public func matches(navigationAction: VisitNavigationAction, configuration: Navigator.Configuration) -> Bool {
    navigationAction.isMainFrame && navigationAction.navigationType == .reload
  }

  /// Reloads both sessions.
  public func handle(
    navigationAction: VisitNavigationAction, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> WebViewPolicyManager.Decision {
    navigator.reload()
    return .cancel
  }
}

/// Routes links that open a new window.
public struct NewWindowWebViewPolicyDecisionHandler: WebViewPolicyDecisionHandler {
  /// The name, for the log.
  public let name = "new-window-policy"

  /// Creates a handler.
  public init() {}

  /// Returns whether a link opens a new window.
  public func matches(navigationAction: VisitNavigationAction, configuration: Navigator.Configuration) -> Bool {
    navigationAction.navigationType == .linkActivated && navigationAction.isNewWindow
  }

  /// Routes the link.
  public func handle(
    navigationAction: VisitNavigationAction, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> WebViewPolicyManager.Decision {
    navigator.route(navigationAction.url)
    return .cancel
  }
}

/// Routes navigations that Turbo has left to the browser: links without Turbo, and `location =`.
public struct ExternalNavigationWebViewPolicyDecisionHandler: WebViewPolicyDecisionHandler {
  /// The name, for the log.
  public let name = "external-navigation-policy"

  /// Creates a handler.
  public init() {}

  /// Returns whether a link or a script leaves the page.
  public func matches(navigationAction: VisitNavigationAction, configuration: Navigator.Configuration) -> Bool {
    navigationAction.navigationType == .linkActivated
      || navigationAction.isMainFrame && navigationAction.navigationType == .other
  }

  /// Routes the address, unless it is valid only inside a page.
  public func handle(
    navigationAction: VisitNavigationAction, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> WebViewPolicyManager.Decision {
    if !navigationAction.url.isOfPage { navigator.route(navigationAction.url) }
    return .cancel
  }
}

/// Cancels links that no other handler has handled.
public struct LinkActivatedWebViewPolicyDecisionHandler: WebViewPolicyDecisionHandler {
  /// The name, for the log.
  public let name = "link-activated-policy"

  /// Creates a handler.
  public init() {}

  /// Returns whether a link leads away from the page itself.
  public func matches(navigationAction: VisitNavigationAction, configuration: Navigator.Configuration) -> Bool {
    navigationAction.isMainFrame && navigationAction.navigationType == .linkActivated
  }

  /// Cancels the navigation.
  public func handle(
    navigationAction: VisitNavigationAction, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> WebViewPolicyManager.Decision { .cancel }
}
