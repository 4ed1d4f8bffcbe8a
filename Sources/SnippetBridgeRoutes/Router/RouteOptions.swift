/// Security checks that the server skips for a route or a group of routes.
public struct RouteOptions: OptionSet, Sendable {
  /// The bit mask of the options.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Requests need no access token. Intended for routes that only report the server's health.
  public static let waivesToken = RouteOptions(rawValue: 1 << 0)
  /// Pages of other sites may send state-changing requests with the user's cookies.
  ///
  /// Without this option, the server rejects such a request with 403 if the browser reports that it comes from a page
  /// of another site. All methods except GET, HEAD and OPTIONS count as state-changing.
  public static let allowsForeignOrigins = RouteOptions(rawValue: 1 << 1)
}
