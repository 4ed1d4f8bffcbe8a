import SnippetBridgeHTTP

/// The allowed and denied addresses, either for web views or for the iframes in their documents.
public struct NavigationRules: Sendable, Hashable {
  /// The allowed addresses, or `nil` if everything is allowed except the denied addresses.
  public let allow: [NavigationRule]?
  /// The denied addresses, which take precedence over the allowed addresses.
  public let deny: [NavigationRule]

  private let allowed: NavigationRuleTable?
  private let denied: NavigationRuleTable

  /// Rules that allow everything.
  public static let everything = NavigationRules()

  /// Creates rules.
  /// - Parameter allow: The allowed addresses. If `nil`, everything is allowed except the denied addresses. If empty,
  ///   only the server's own documents are allowed.
  /// - Parameter deny: The denied addresses.
  public init(allow: [NavigationRule]? = nil, deny: [NavigationRule] = []) {
    self.allow = allow
    self.deny = deny
    allowed = allow.map(NavigationRuleTable.init)
    denied = NavigationRuleTable(deny)
  }

  var allowsEverything: Bool { allow == nil && deny.isEmpty }

  func decision(for address: NavigationAddress) -> NavigationPolicy.Decision {
    if let rule = denied.first(for: address, where: { $0.denies($1) }) {
      return .deny(.init(description: "\(address) is denied by the rule \(rule).", rule: rule))
    }
    guard let allowed, allowed.first(for: address, where: { $0.allows($1) }) == nil else { return .allow }
    return .deny(.init(description: "\(address) is not among the allowed addresses."))
  }
}

/// The rules indexed by host, so that a lookup in 100,000 rules takes no longer than in ten.
private struct NavigationRuleTable: Sendable, Hashable {
  private var byHost: [WebHost: [NavigationRule]] = [:]
  private var byScheme: [String: NavigationRule] = [:]

  init(_ rules: [NavigationRule]) {
    for rule in rules {
      if let host = rule.host {
        byHost[host.host, default: []].append(rule)
      } else if let scheme = rule.scheme {
        byScheme[scheme] = rule
      }
    }
  }

  func first(
    for address: NavigationAddress, where matches: (NavigationRule, PolicyAddress) -> Bool
  ) -> NavigationRule? {
    if let rule = byScheme[address.scheme] { return rule }
    guard let web = address.web else { return nil }
    for host in sequence(first: web.origin.host, next: \.parent) {
      if let rule = byHost[host]?.first(where: { matches($0, web) }) { return rule }
    }
    return nil
  }
}
