public import Foundation
import SnippetBridgeHTTP

/// A policy for the sources of documents: where a browser may navigate, and what iframes may show.
///
///     let policy = NavigationPolicy(
///       allow: ["apple.com", "https://shop.example:8443/checkout"], deny: ["ads.apple.com"])
///
/// The server's own documents are always allowed. If there is a list of allowed addresses, all other addresses are
/// denied. A denied address is denied even if it is also allowed. See ``NavigationRule`` for the syntax of rules.
public struct NavigationPolicy: Sendable, Hashable {
  /// The rules for tabs, windows, and iframes that are web views.
  public let main: NavigationRules
  /// The rules for all other iframes.
  public let iframes: NavigationRules

  /// The policy that allows everything.
  public static let everything = NavigationPolicy()

  /// Creates a policy.
  /// - Parameter allow: The allowed addresses. If `nil`, everything that is not denied is allowed. If empty, only the
  ///   server's own documents are allowed.
  /// - Parameter deny: The denied addresses.
  /// - Parameter iframes: The rules for iframes. If `nil`, the same rules apply to iframes.
  public init(allow: [NavigationRule]? = nil, deny: [NavigationRule] = [], iframes: NavigationRules? = nil) {
    main = NavigationRules(allow: allow, deny: deny)
    self.iframes = iframes ?? main
  }

  /// Creates a policy from texts, such as the lines of a file. Throws an error that names the text if a text is not a
  /// valid rule.
  /// - Parameter allow: The allowed addresses, or `nil` to allow everything that is not denied.
  /// - Parameter deny: The denied addresses.
  public init(parsing allow: [String]?, deny: [String] = []) throws(NavigationRuleError) {
    let rules = { (texts: [String]) throws(NavigationRuleError) in
      try texts.map { text throws(NavigationRuleError) in try NavigationRule(text) }
    }
    var allowed: [NavigationRule]?
    if let allow { allowed = try rules(allow) }
    self.init(allow: allowed, deny: try rules(deny))
  }

  var allowsEverything: Bool { main.allowsEverything && iframes.allowsEverything }

  /// The decision about a navigation.
  public enum Decision: Sendable, Hashable {
    /// The navigation may continue.
    case allow
    /// The navigation is stopped.
    case deny(Reason)
  }

  /// The reason why a navigation is denied.
  public struct Reason: Sendable, Hashable, CustomStringConvertible {
    /// A sentence for a log and for the page's user. Of the address, it contains only the scheme, host, port, and the
    /// beginning of the path.
    public let description: String
    /// The rule that denies the navigation, or `nil` if no rule allows it.
    public let rule: NavigationRule?

    init(_ description: String, rule: NavigationRule? = nil) {
      self.description = description
      self.rule = rule
    }
  }

  /// Returns the decision about a navigation to `url`.
  ///
  /// `url` must be absolute, and exactly the address that the browser loads. If `url` was parsed from a text of another
  /// server, such as a redirect's `Location`, send the `absoluteString` of `url` to the browser instead of that text.
  /// Otherwise the browser may parse the text differently and load another path.
  ///
  /// - `about:blank` and, in iframes, `about:srcdoc` are allowed: they load nothing.
  /// - A `blob:` URL is decided by the origin that it contains. A rule with a path never allows it.
  /// - `data:` and all other schemes without hosts are allowed by a rule for the scheme, or if there is no list of
  ///   allowed addresses.
  /// - Addresses with a user name, and hosts that browsers interpret differently, are denied as soon as there is any
  ///   rule.
  /// - Parameter origins: The server's own origins as browsers write them: `http://localhost:8080`.
  public func decision(
    for url: URL, in frame: NavigationFrame = .main, own origins: Set<String> = []
  ) -> Decision {
    let rules = frame == .main ? main : iframes
    guard !rules.allowsEverything else { return .allow }
    do throws(NavigationAddress.Malformed) {
      return switch try NavigationAddress(url) {
      case .blank: .allow
      case .embedded where frame == .sub: .allow
      case .embedded: rules.decision(for: .scheme("about"))
      case .web(let address) where origins.contains(address.origin.description): .allow
      case .web(let address): rules.decision(for: .web(address))
      case .other(let scheme): rules.decision(for: .scheme(scheme))
      }
    } catch {
      return .deny(Reason(error.description))
    }
  }
}

/// The kind of frame that navigates.
public enum NavigationFrame: Sendable, Hashable {
  /// The web view itself: a tab, a window, or an iframe that is a web view.
  case main
  /// An iframe in the web view's document.
  case sub
}
