public import Foundation
import SnippetBridgeHTTP

/// A policy that defines which addresses browsers may navigate to, and which documents iframes may show.
///
///     let policy = NavigationPolicy(
///       allow: ["apple.com", "https://shop.example:8443/checkout"], deny: ["ads.apple.com"])
///
/// The server's own documents are always allowed. If a policy lists allowed addresses, it denies all other addresses.
/// If an address is both allowed and denied, it is denied. See ``NavigationRule`` for the syntax of rules.
public struct NavigationPolicy: Sendable, Hashable {
  /// The rules for tabs, for windows, and for iframes that are web views.
  public let main: NavigationRules
  /// The rules for all other iframes.
  public let iframes: NavigationRules

  /// A policy that allows everything.
  public static let everything = NavigationPolicy()

  /// Creates a policy.
  /// - Parameter allow: The allowed addresses. If `nil`, everything is allowed except the denied addresses. If empty,
  ///   only the server's own documents are allowed.
  /// - Parameter deny: The denied addresses.
  /// - Parameter iframes: The rules for iframes. If `nil`, the same rules apply as in the main frame.
  public init(allow: [NavigationRule]? = nil, deny: [NavigationRule] = [], iframes: NavigationRules? = nil) {
    main = NavigationRules(allow: allow, deny: deny)
    self.iframes = iframes ?? main
  }

  /// Creates a policy from strings, such as the lines of a file. If a string is not a valid rule, throws an error that
  /// names this string.
  /// - Parameter allow: The allowed addresses. If `nil`, everything is allowed except the denied addresses.
  /// - Parameter deny: The denied addresses.
  public init(parsing allow: [String]?, deny: [String] = []) throws(NavigationRuleError) {
    self.init(allow: try allow?.map(NavigationRule.init(_:)), deny: try deny.map(NavigationRule.init(_:)))
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
    /// A sentence for the log and for the user of the page. It contains only the scheme, host and port of the address,
    /// and the beginning of its path.
    public let description: String
    /// The rule that denies the navigation, or `nil` if the navigation is denied because no rule allows it.
    public internal(set) var rule: NavigationRule?
  }

  /// Returns the decision about a navigation to `url`.
  ///
  /// `url` must be absolute, and must be exactly the address that the browser loads. If `url` was parsed from text that
  /// another server has sent, such as a `Location` header, send the `absoluteString` of `url` to the browser instead of
  /// that text. Otherwise, the browser may parse the text differently and load another address.
  ///
  /// - `about:blank` and, in iframes, `about:srcdoc` are always allowed, because they load nothing.
  /// - For a `blob:` URL, the origin in the URL decides. A rule with a path never allows a `blob:` URL.
  /// - Addresses without a host, such as `data:`, are allowed if a rule allows the scheme, or if there is no list of
  ///   allowed addresses and no rule denies the scheme.
  /// - If there are any rules, addresses with a user name are denied. The same applies to addresses whose host is
  ///   malformed, or whose host browsers might read differently than this server.
  /// - Parameter origins: The server's own origins in the form that browsers use: `http://localhost:8080`.
  public func decision(for url: URL, in frame: NavigationFrame = .main, own origins: Set<String> = []) -> Decision {
    let rules = frame == .main ? main : iframes
    guard !rules.allowsEverything else { return .allow }
    do throws(NavigationAddress.Malformed) {
      guard let address = try NavigationAddress(url, in: frame) else { return .allow }
      if let web = address.web, origins.contains(web.origin.description) { return .allow }
      return rules.decision(for: address)
    } catch {
      return .deny(Reason(description: error.description))
    }
  }
}

/// The kind of frame in which a navigation takes place.
public enum NavigationFrame: Sendable, Hashable {
  /// The web view itself: a tab, a window, or an iframe that is a web view.
  case main
  /// An iframe in the web view's document that is not a web view itself.
  case sub
}
