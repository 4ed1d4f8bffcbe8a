/// A source of the device's location, for pages that use `navigator.geolocation`.
///
/// The names are those of TWS on iOS, so that a program's code compiles here; ``Location`` stands in for `CLLocation`.
/// ``GPXRoute`` and ``GPSD`` conform.
public protocol LocationServicesBridge: Actor {
  /// Checks whether the page may know the location. Called before each request of a page and by
  /// `navigator.permissions`.
  ///
  /// Throws a ``LocationServicesError`` if the page may not know the location. Any other error counts as
  /// ``LocationServicesError/denied``.
  func checkPermission() async throws

  /// Returns the present location, or nil if it is unknown. The task is cancelled when the page gives up or is closed.
  func location(id: LocationRequestID, options: JSLocationMessageOptions?) async -> Location?

  /// Returns the present location and each later one, until ``stopUpdatingLocation(id:)`` is called with the same id.
  func startUpdatingLocation(id: LocationRequestID, options: JSLocationMessageOptions?) -> AsyncStream<Location>

  /// Ends a stream. Called once for each ``startUpdatingLocation(id:options:)``, also when the page is closed.
  func stopUpdatingLocation(id: LocationRequestID)
}

/// The id of a page's request: a whole number that is unique in the process.
///
/// A `Double`, as in TWS, so that a bridge that was written for iOS compiles here.
public typealias LocationRequestID = Double

/// The options of a page's request, named as in `PositionOptions`; nil where the page has set none. Times are
/// milliseconds.
///
/// The page script enforces `timeout` and `maximumAge`, so a bridge may ignore both.
public struct JSLocationMessageOptions: Codable, Sendable, Hashable {
  /// The maximum age of a location.
  public let maximumAge: Double?
  /// The page's timeout.
  public let timeout: Double?
  /// Whether the page prefers accuracy to saving energy.
  public let enableHighAccuracy: Bool?

  /// Creates options.
  public init(maximumAge: Double? = nil, timeout: Double? = nil, enableHighAccuracy: Bool? = nil) {
    self.maximumAge = maximumAge
    self.timeout = timeout
    self.enableHighAccuracy = enableHighAccuracy
  }
}

/// The reason why a page does not get the location. The raw value is the `code` of its `GeolocationPositionError`.
public enum LocationServicesError: Int, Error, Sendable {
  /// `PERMISSION_DENIED`
  case denied = 1
  /// `POSITION_UNAVAILABLE`
  case unavailable
  /// `TIMEOUT`
  case timeout
}
