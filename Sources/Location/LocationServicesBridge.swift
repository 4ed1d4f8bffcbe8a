/// Says where the device is, to the pages that ask by `navigator.geolocation`.
///
/// The names are those of TWS on iOS, so that a program's code reads the same here; ``Location`` stands in for
/// `CLLocation`. ``GPXRoute`` and ``GPSD`` conform.
public protocol LocationServicesBridge: Actor {
  /// Asked before each request of a page, and by `navigator.permissions`. Throws a ``LocationServicesError`` where the
  /// page may not know; any other error counts as ``LocationServicesError/denied``.
  func checkPermission() async throws

  /// Where the device is now; nil when nobody can say. The task is cancelled when the page gives up or goes away.
  func location(id: LocationRequestID, options: JSLocationMessageOptions?) async -> Location?

  /// Where the device is, and each place where it comes to, until ``stopUpdatingLocation(id:)`` of the same id.
  func startUpdatingLocation(id: LocationRequestID, options: JSLocationMessageOptions?) -> AsyncStream<Location>

  /// The page wants no more, or has gone. Called once for each ``startUpdatingLocation(id:options:)``.
  func stopUpdatingLocation(id: LocationRequestID)
}

/// Which request of a page it is: a whole number, and no two requests of one process have the same, whatever their
/// pages.
///
/// A `Double`, as it is in TWS, so that a bridge that was written for iOS compiles here.
public typealias LocationRequestID = Double

/// What a page has asked for, in the words of `PositionOptions`; nil where it has said nothing. Times are milliseconds.
///
/// The page itself keeps its time limit and the last place, so nothing has to be done about them.
public struct JSLocationMessageOptions: Codable, Sendable, Hashable {
  /// How old a place may be.
  public let maximumAge: Double?
  /// How long the page waits.
  public let timeout: Double?
  /// Whether more energy may be spent on it.
  public let enableHighAccuracy: Bool?

  /// As given.
  public init(maximumAge: Double? = nil, timeout: Double? = nil, enableHighAccuracy: Bool? = nil) {
    self.maximumAge = maximumAge
    self.timeout = timeout
    self.enableHighAccuracy = enableHighAccuracy
  }
}

/// Why a page does not learn where the device is; the raw value is the `code` of its `GeolocationPositionError`.
public enum LocationServicesError: Int, Error, Sendable {
  /// `PERMISSION_DENIED`
  case denied = 1
  /// `POSITION_UNAVAILABLE`
  case unavailable
  /// `TIMEOUT`
  case timeout
}
