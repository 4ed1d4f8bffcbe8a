/// Checks that a route, or a group of routes, does without.
public struct RouteOptions: OptionSet, Sendable {
  /// One bit each.
  public let rawValue: Int

  /// As given.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The route needs no token: for answers that only say that the server is well.
  public static let waivesToken = RouteOptions(rawValue: 1 << 0)
  /// Pages of other sites may send requests that change something, with the cookies of the page's user. Without this,
  /// every method but GET, HEAD and OPTIONS is answered 403 where a browser says that the request is of another site's
  /// page.
  public static let allowsForeignOrigins = RouteOptions(rawValue: 1 << 1)
}
