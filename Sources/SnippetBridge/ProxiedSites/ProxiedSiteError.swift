/// The reason why a proxied site cannot be added or removed while the server runs.
public struct ProxiedSiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure. More values may be added, so a `switch` needs a `default`.
  public struct Code: Sendable, Hashable {
    private enum Value { case notRunning, invalid, duplicate, denied, unreachable, noPort, unknown }
    private let value: Value

    /// The server does not listen: it has not started, or it is shutting down.
    public static let notRunning = Code(value: .notRunning)
    /// The name, the target or the authority file is not valid, or the target is this server.
    public static let invalid = Code(value: .invalid)
    /// The name or the target belongs to another site.
    public static let duplicate = Code(value: .duplicate)
    /// The navigation policy denies the target.
    public static let denied = Code(value: .denied)
    /// The target does not accept connections, or its certificate is not trusted.
    public static let unreachable = Code(value: .unreachable)
    /// The port is in use, or the process has no free port or descriptor.
    public static let noPort = Code(value: .noPort)
    /// The name belongs to no site, or to a site of the configuration.
    public static let unknown = Code(value: .unknown)
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that says what happened, to which site, and what to do.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
