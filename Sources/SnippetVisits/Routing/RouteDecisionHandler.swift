import Foundation

/// A handler that decides whether a proposed visit is shown as a screen of the program. The first handler that matches
/// decides.
public protocol RouteDecisionHandler: DecisionHandler {
  /// Returns whether this handler decides about a proposal.
  func matches(proposal: VisitProposal, configuration: Navigator.Configuration) -> Bool
  /// Decides about a proposal. A handler that returns `.cancel` may itself open the URL elsewhere.
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
    configuration.firstDecision(of: configuration.config.routeDecisionHandlers) {
      $0.matches(proposal: proposal, configuration: configuration)
    } _: {
      $0.handle(proposal: proposal, configuration: configuration, navigator: navigator)
    } ?? .cancel
  }
}

/// Shows addresses of the start location's server as screens.
public struct AppNavigationRouteDecisionHandler: RouteDecisionHandler {
  /// Creates a handler.
  public init() {}

  /// Returns whether the address has the host and port of the start location.
  public func matches(proposal: VisitProposal, configuration: Navigator.Configuration) -> Bool {
    proposal.url.isOfSameServer(as: configuration.startLocation)
  }

  /// Shows a screen.
  public func handle(
    proposal: VisitProposal, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> RouteDecider.Decision { .navigate }
}

/// Shows web pages of other servers in the in-app browser, a sheet of the shell (``ShellConfiguration/browser``). A
/// shell that cannot show them opens a window.
public struct BrowserRouteDecisionHandler: RouteDecisionHandler {
  /// Creates a handler.
  public init() {}

  /// Returns whether the address is a web page of another server.
  public func matches(proposal: VisitProposal, configuration: Navigator.Configuration) -> Bool {
    proposal.url.isWebPage && !proposal.url.isOfSameServer(as: configuration.startLocation)
  }

  /// Opens the page in the in-app browser or in a window.
  public func handle(
    proposal: VisitProposal, configuration: Navigator.Configuration, navigator: any Navigating
  ) -> RouteDecider.Decision {
    navigator.browse(proposal.url)
    return .cancel
  }
}

/// Hotwire's name of the handler for pages of other servers.
public typealias SafariViewControllerRouteDecisionHandler = BrowserRouteDecisionHandler

/// Passes addresses such as `tel:` and `sms:` to the system.
public struct SystemNavigationRouteDecisionHandler: RouteDecisionHandler {
  /// Creates a handler.
  public init() {}

  /// Returns whether the address belongs to another program than a browser.
  public func matches(proposal: VisitProposal, configuration: Navigator.Configuration) -> Bool {
    !proposal.url.isWebPage && !proposal.url.isOfPage
  }

  /// Passes the address to the system.
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

  /// Indicates whether the address is valid only inside a page, so that no other program can open it.
  var isOfPage: Bool {
    ["about", "blob", "data", "file", "javascript"].contains(scheme?.lowercased()) || scheme == nil
  }

  /// Returns whether an address has the same host and port. Default ports are equal, so that a redirect from http to
  /// https stays in the program. An address with a user name is never the same, because such addresses can imitate
  /// other hosts.
  func isOfSameServer(as other: URL) -> Bool {
    func host(_ url: URL) -> String? { url.host()?.lowercased() }
    func port(_ url: URL) -> Int? {
      let standard = url.scheme?.lowercased() == "https" ? 443 : 80
      return url.port == standard ? nil : url.port
    }
    return isWebPage && host(self) == host(other) && port(self) == port(other) && user() == nil
  }
}
