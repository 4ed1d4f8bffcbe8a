import DSBridgeText
import SnippetBridgeHTTP

/// A rule of a ``NavigationPolicy``.
///
/// | text | applies to |
/// |---|---|
/// | `apple.com` | this host and its sub-domains |
/// | `*.apple.com` | its sub-domains only |
/// | `https://apple.com`, `http://kiosk:8080` | this host only, with this scheme |
/// | `https://*.apple.com` | its sub-domains only, with this scheme |
/// | `192.168.0.7`, `[fd00::7]` | this numeric address, in every spelling |
/// | `apple.com/support` | this path and all paths below it |
/// | `https:`, `tel:`, `data:` | every address of the scheme |
///
/// In a rule that allows, an omitted scheme means https, and an omitted port means the scheme's default port. In a rule
/// that denies, they mean every scheme and every port.
///
/// A literal that is not a valid rule ends the program. For a text from a file or an option, use ``init(_:)``, which
/// throws.
public struct NavigationRule: Sendable, Hashable {
  /// The scheme. `nil` means https in a rule that allows, and any scheme in one that denies.
  let scheme: String?
  /// The hosts, or `nil` for all.
  let host: HostPattern?
  /// The port. `nil` means the scheme's default port in a rule that allows, and any port in one that denies.
  let port: Int?
  /// The path's segments, not escaped. Empty for every path.
  let path: [String]

  func allows(_ address: PolicyAddress) -> Bool {
    guard let host else { return scheme == address.origin.scheme }
    return (scheme ?? "https") == address.origin.scheme && host.matches(address.origin.host)
      && (port.map { $0 == address.origin.port } ?? address.origin.hasUsualPort)
      && (path.isEmpty || address.path.isCertainlyBelow(path))
  }

  func denies(_ address: PolicyAddress) -> Bool {
    guard scheme == nil || scheme == address.origin.scheme, host?.matches(address.origin.host) != false else {
      return false
    }
    return (port == nil || port == address.origin.port) && (path.isEmpty || address.path.isPerhapsBelow(path))
  }
}

extension NavigationRule: CustomStringConvertible {
  /// The rule as text that ``init(_:)`` accepts.
  public var description: String {
    guard let host else { return "\(scheme ?? ""):" }
    return (scheme.map { "\($0)://" } ?? "") + host.description + (port.map { ":\($0)" } ?? "") + escapedPath
  }

  /// The escaped path with its leading slash. Empty for every path.
  var escapedPath: String { path.map { "/" + $0.percentEncoded }.joined() }
}

extension NavigationRule: ExpressibleByStringLiteral {
  /// Creates a rule from a literal. Ends the program, with the reason, if `text` is not a valid rule.
  public init(stringLiteral text: String) {
    do throws(NavigationRuleError) {
      try self.init(text)
    } catch {
      // The text is part of the program's source. Texts from elsewhere are passed to `init(_:)`, which throws.
      preconditionFailure(error.description)
    }
  }
}
