import Foundation
import SnippetBridgeHTTP

/// A handler that decides whether a proposed visit is shown as a screen of the program. The first handler that matches
/// decides.
public protocol RouteDecisionHandler: DecisionHandler {
  /// Returns whether this handler is responsible for a proposal.
  func matches(proposal: VisitProposal, configuration: Navigator.Configuration) -> Bool
  /// Decides whether the navigator shows a proposal. A handler that returns `.cancel` may itself open the URL
  /// elsewhere.
  func handle(proposal: VisitProposal, configuration: Navigator.Configuration, navigator: any Navigating)
    -> RouteDecider.Decision
}

/// The decisions about proposals.
public enum RouteDecider {
  /// A decision about a proposal.
  public enum Decision: Sendable, Hashable {
    /// The navigator shows a screen.
    case navigate
    /// The navigator shows no screen.
    case cancel
  }

  /// Returns the decision of the first handler that matches, or `.cancel` if none matches.
  static func decide(
    _ proposal: VisitProposal, _ configuration: Navigator.Configuration, _ navigator: any Navigating
  ) -> Decision {
    let handlers = configuration.config.routeDecisionHandlers
    let first = handlers.first { $0.matches(proposal: proposal, configuration: configuration) }
    guard let first else { return .cancel }
    return configuration.logged(
      first.handle(proposal: proposal, configuration: configuration, navigator: navigator), of: first)
  }
}

/// A handler that shows URLs on the start location's server as screens.
public struct AppNavigationRouteDecisionHandler: RouteDecisionHandler {
  /// Creates a handler.
  public init() {}

  /// Returns whether the URL has the same host and port as the start location.
  public func matches(proposal: VisitProposal, configuration: Navigator.Configuration) -> Bool {
    proposal.url.isOfSameServer(as: configuration.startLocation)
  }

  /// Lets the navigator show a screen.
  public func handle(
    proposal: VisitProposal, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> RouteDecider.Decision { .navigate }
}

/// A handler that shows web pages of other servers in the in-app browser, which is a sheet in the shell
/// (``ShellConfiguration/browser``). If the shell cannot show such pages, they open in a new browser window.
public struct BrowserRouteDecisionHandler: RouteDecisionHandler {
  /// Creates a handler.
  public init() {}

  /// Returns whether the URL is an http or https URL of another server.
  public func matches(proposal: VisitProposal, configuration: Navigator.Configuration) -> Bool {
    proposal.url.isWebPage && !proposal.url.isOfSameServer(as: configuration.startLocation)
  }

  /// Opens the page in the in-app browser or in a new browser window.
  public func handle(
    proposal: VisitProposal, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> RouteDecider.Decision {
    navigator.browse(proposal.url)
    return .cancel
  }
}

/// Hotwire's name for the handler for pages of other servers.
public typealias SafariViewControllerRouteDecisionHandler = BrowserRouteDecisionHandler

/// A handler that passes URLs such as `tel:` and `sms:` to the system.
public struct SystemNavigationRouteDecisionHandler: RouteDecisionHandler {
  /// Creates a handler.
  public init() {}

  /// Returns whether a program other than the browser is responsible for the URL.
  public func matches(proposal: VisitProposal, configuration: Navigator.Configuration) -> Bool {
    !proposal.url.isWebPage && !proposal.url.isOfPage
  }

  /// Passes the URL to the system.
  public func handle(
    proposal: VisitProposal, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> RouteDecider.Decision {
    navigator.openExternally(proposal.url)
    return .cancel
  }
}

extension URL {
  /// Whether the scheme is http or https.
  var isWebPage: Bool { ["http", "https"].contains(scheme?.lowercased()) }

  /// Indicates whether the URL is valid only inside a page, so that no other program can open it.
  var isOfPage: Bool {
    ["about", "blob", "data", "file", "javascript"].contains(scheme?.lowercased()) || scheme == nil
  }

  /// Returns whether this URL has the same host and port as `other`. The default ports of http and https count as
  /// equal, so that a redirect from http to https stays in the program. Returns `false` if this URL contains a user
  /// name, because such a URL can imitate another host.
  func isOfSameServer(as other: URL) -> Bool {
    guard isWebPage, user() == nil, let own = WebOrigin(of: self), let other = WebOrigin(of: other) else {
      return false
    }
    return own.host == other.host && (own.port == other.port || own.hasUsualPort && other.hasUsualPort)
  }
}
