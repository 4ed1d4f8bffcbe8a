import SnippetBridgeHTTP

/// The hosts that a rule applies to. Host names are compared by whole labels, so `example.com` does not match
/// `myexample.com`.
struct HostPattern: Sendable, Hashable, CustomStringConvertible {
  enum Reach: Sendable, Hashable {
    case exact
    case withSubdomains
    case subdomains
  }

  let host: WebHost
  let reach: Reach

  /// Parses a host pattern. A leading `*.` matches subdomains only and overrides `reach`. A numeric address has no
  /// subdomains, so it always matches exactly, and `*.` before it is invalid.
  init?(_ text: Substring, reach: Reach) {
    let isWild = text.hasPrefix("*.")
    guard let host = WebHost(isWild ? text.dropFirst(2) : text), !isWild || !host.isNumeric else { return nil }
    self.host = host
    self.reach = host.isNumeric ? .exact : isWild ? .subdomains : reach
  }

  func matches(_ other: WebHost) -> Bool {
    switch reach {
    case .exact: other == host
    case .withSubdomains: other == host || other.isSubdomain(of: host)
    case .subdomains: other.isSubdomain(of: host)
    }
  }

  var description: String { (reach == .subdomains ? "*." : "") + host.description }
}
