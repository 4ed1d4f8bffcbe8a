import DSBridgeText
import SnippetBridgeHTTP

/// A rule in a ``NavigationPolicy``.
///
/// | Text | Applies to |
/// |---|---|
/// | `apple.com` | this host and its subdomains |
/// | `*.apple.com` | the subdomains of this host only |
/// | `https://apple.com`, `http://kiosk:8080` | this host only, with this scheme |
/// | `https://*.apple.com` | the subdomains of this host only, with this scheme |
/// | `192.168.0.7`, `[fd00::7]` | this numeric address, in every notation |
/// | `apple.com/support` | this path and all paths below it |
/// | `https:`, `tel:`, `data:` | every address with this scheme |
///
/// In a rule that allows addresses, an omitted scheme means https, and an omitted port means the scheme's default port.
/// In a rule that denies addresses, an omitted scheme means every scheme, and an omitted port means every port.
///
/// An invalid rule in a literal terminates the program. For text from a file or a command-line option, use
/// ``init(_:)``, which throws an error instead.
public struct NavigationRule: Sendable, Hashable {
  /// The scheme. `nil` means https in a rule that allows addresses, and any scheme in a rule that denies them.
  let scheme: String?
  /// The hosts, or `nil` for all hosts.
  let host: HostPattern?
  /// The port. `nil` means the scheme's default port in a rule that allows addresses, and any port in a rule that
  /// denies them.
  let port: Int?
  /// The unescaped segments of the path. Empty if the rule applies to every path.
  let path: [String]

  /// Returns whether the rule allows an address of one of its hosts. `NavigationRuleTable` compares rules without hosts
  /// by their scheme.
  func allows(_ address: PolicyAddress) -> Bool {
    (scheme ?? "https") == address.origin.scheme && host?.matches(address.origin.host) == true
      && (port.map { $0 == address.origin.port } ?? address.origin.hasUsualPort)
      && (path.isEmpty || address.path.isCertainlyBelow(path))
  }

  /// Returns whether the rule denies an address of one of its hosts.
  func denies(_ address: PolicyAddress) -> Bool {
    (scheme == nil || scheme == address.origin.scheme) && host?.matches(address.origin.host) == true
      && (port == nil || port == address.origin.port) && (path.isEmpty || address.path.isPerhapsBelow(path))
  }
}

extension NavigationRule: CustomStringConvertible {
  /// The rule as text, in the syntax that ``init(_:)`` accepts.
  public var description: String {
    guard let host else { return "\(scheme ?? ""):" }
    return (scheme.map { "\($0)://" } ?? "") + host.description + (port.map { ":\($0)" } ?? "") + escapedPath
  }

  /// The escaped path with its leading slash. Empty if the rule applies to every path.
  var escapedPath: String { path.map { "/" + $0.percentEncoded }.joined() }
}

extension NavigationRule: ExpressibleByStringLiteral {
  /// Creates a rule from a literal. If `text` is not a valid rule, terminates the program and reports the reason.
  public init(stringLiteral text: String) {
    do throws(NavigationRuleError) {
      try self.init(text)
    } catch {
      // The literal is part of the program's source code. Text from other sources must be passed to `init(_:)`, which
      // throws.
      preconditionFailure(error.description)
    }
  }
}
