import SnippetBridgeHTTP

/// One rule of a ``NavigationPolicy``.
///
/// | text | is about |
/// |---|---|
/// | `apple.com` | this host and its sub-domains |
/// | `*.apple.com` | its sub-domains alone |
/// | `https://apple.com`, `http://kiosk:8080` | this host alone, by this scheme |
/// | `https://*.apple.com` | its sub-domains alone, by this scheme |
/// | `192.168.0.7`, `[fd00::7]` | this numeric address, however it is written |
/// | `apple.com/support` | this path and what is below it |
/// | `https:`, `tel:`, `data:` | every address of the scheme |
///
/// What a rule leaves open means less where it allows, and more where it denies: an allowed host is reached by https
/// and at the scheme's usual port, a denied one by no scheme and at no port.
///
/// A literal that is no rule ends the program. A text from a file or an option goes to ``init(_:)``, which throws.
public struct NavigationRule: Sendable, Hashable {
  /// Nil: https where it allows, any where it denies.
  let scheme: String?
  /// Nil: any.
  let host: HostPattern?
  /// Nil: the scheme's own where it allows, any where it denies.
  let port: Int?
  /// The path's segments, not escaped; empty for every path.
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
  /// As it could be written.
  public var description: String {
    guard let host else { return "\(scheme ?? ""):" }
    return (scheme.map { "\($0)://" } ?? "") + host.description + (port.map { ":\($0)" } ?? "") + escapedPath
  }

  /// With the slash at its beginning; empty for every path.
  var escapedPath: String { path.map { "/" + PathReadings.escape($0) }.joined() }
}

extension NavigationRule: ExpressibleByStringLiteral {
  /// Ends the program, with the reason, when `text` is no rule.
  public init(stringLiteral text: String) {
    do throws(NavigationRuleError) {
      try self.init(text)
    } catch {
      // The text stands in the program's own source: what comes from elsewhere goes to `init(_:)`, which throws.
      preconditionFailure(error.description)
    }
  }
}
