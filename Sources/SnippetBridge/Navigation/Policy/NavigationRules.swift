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

  /// Compares the allowed and the denied addresses.
  public static func == (one: NavigationRules, other: NavigationRules) -> Bool {
    one.allow == other.allow && one.deny == other.deny
  }

  /// Hashes the allowed and the denied addresses.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(allow)
    hasher.combine(deny)
  }

  var allowsEverything: Bool { allow == nil && deny.isEmpty }

  /// The address to which rules are applied.
  enum Subject {
    case web(PolicyAddress)
    /// An address without a host.
    case scheme(String)

    var description: String {
      switch self {
      case .web(let address): address.description
      case .scheme(let scheme): "\(scheme):"
      }
    }
  }

  func decision(for subject: Subject) -> NavigationPolicy.Decision {
    let denying =
      switch subject {
      case .web(let address): denied.first(for: address) { $0.denies(address) }
      case .scheme(let scheme): denied.rule(forScheme: scheme)
      }
    if let denying {
      return .deny(.init("\(subject.description) is denied by the rule \(denying).", rule: denying))
    }
    guard let allowed else { return .allow }
    let allowing =
      switch subject {
      case .web(let address): allowed.first(for: address) { $0.allows(address) }
      case .scheme(let scheme): allowed.rule(forScheme: scheme)
      }
    return allowing == nil ? .deny(.init("\(subject.description) is not among the allowed addresses.")) : .allow
  }
}

/// The rules indexed by host, so that a lookup in 100,000 rules takes no longer than in ten.
private struct NavigationRuleTable: Sendable {
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

  func rule(forScheme scheme: String) -> NavigationRule? { byScheme[scheme] }

  func first(for address: PolicyAddress, where matches: (NavigationRule) -> Bool) -> NavigationRule? {
    if let rule = byScheme[address.origin.scheme] { return rule }
    guard !byHost.isEmpty else { return nil }
    var host: WebHost? = address.origin.host
    while let present = host {
      if let rule = byHost[present]?.first(where: matches) { return rule }
      host = present.parent
    }
    return nil
  }
}
