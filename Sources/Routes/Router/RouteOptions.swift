/// What a route, or a group of them, does without.
public struct RouteOptions: OptionSet, Sendable {
  /// One bit each.
  public let rawValue: Int

  /// As given.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Who asks needs no token: for what only says that the server is well.
  public static let waivesToken = RouteOptions(rawValue: 1 << 0)
  /// Pages of other sites may send what changes something, with the cookies of who looks at them. Without this, what
  /// is neither GET, HEAD nor OPTIONS is answered 403 where a browser says that another site's page asks.
  public static let allowsForeignOrigins = RouteOptions(rawValue: 1 << 1)
}
