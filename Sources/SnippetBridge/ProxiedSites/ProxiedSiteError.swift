/// The reason why a proxied site cannot be added or removed while the server runs.
public struct ProxiedSiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure. Values may be added in the future, so a `switch` needs a `default`.
  public struct Code: Sendable, Hashable {
    private enum Value { case notRunning, invalid, duplicate, denied, unreachable, noPort, unknown }
    private let value: Value

    /// The server is not listening: it has not started, or it is shutting down.
    public static let notRunning = Code(value: .notRunning)
    /// The name, the target or the authority file is invalid, or the target is this server.
    public static let invalid = Code(value: .invalid)
    /// The name or the target is already used by another site.
    public static let duplicate = Code(value: .duplicate)
    /// The navigation policy denies the target.
    public static let denied = Code(value: .denied)
    /// The target does not accept connections, or its certificate is not trusted.
    public static let unreachable = Code(value: .unreachable)
    /// The port is in use, or the process has no free port or descriptor.
    public static let noPort = Code(value: .noPort)
    /// The name is unknown, or it is the name of a site from the configuration, which cannot be removed.
    public static let unknown = Code(value: .unknown)
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that describes the failure, names the site, and says what to do.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  static func notRunning(_ site: ProxiedSite) -> ProxiedSiteError {
    ProxiedSiteError(.notRunning, "The server is not running. Add the site \"\(site.name)\" after it has started.")
  }
}
