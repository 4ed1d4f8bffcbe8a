/// Checks that are skipped for a route or a group of routes.
public struct RouteOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The route needs no access token. For routes that only report the server's health.
  public static let waivesToken = RouteOptions(rawValue: 1 << 0)
  /// Pages of other sites may send state-changing requests with their user's cookies.
  ///
  /// Without this option, the server answers such a request with 403 if the browser reports that a page of another site
  /// sends it. All methods except GET, HEAD and OPTIONS count as state-changing.
  public static let allowsForeignOrigins = RouteOptions(rawValue: 1 << 1)
}
