/// A source of the device's location, for pages that use `navigator.geolocation`.
///
/// The names are the same as in the iOS library TWS (docs/guides/moving-from-tws.md), so that a program's existing code
/// compiles here. ``Location`` replaces `CLLocation`. ``GPXRoute`` and ``GPSD`` conform to this protocol.
public protocol LocationServicesBridge: Actor {
  /// Checks whether the page may receive the location. Called before each location request and when the page calls
  /// `navigator.permissions`.
  ///
  /// Throws a ``LocationServicesError`` if the page may not receive the location. Any other error is treated as
  /// ``LocationServicesError/denied``.
  func checkPermission() async throws

  /// Returns the current location, or nil if it is unknown. The task is cancelled if the page's timeout expires or the
  /// page is closed.
  func location(id: LocationRequestID, options: JSLocationMessageOptions?) async -> Location?

  /// Returns a stream of the current location and each later one, until ``stopUpdatingLocation(id:)`` is called with
  /// the same id.
  func startUpdatingLocation(id: LocationRequestID, options: JSLocationMessageOptions?) -> AsyncStream<Location>

  /// Ends a stream. Called once for each ``startUpdatingLocation(id:options:)``, including when the page is closed.
  func stopUpdatingLocation(id: LocationRequestID)
}

/// The id of a page's location request: a whole number that is unique in the process.
///
/// This is a `Double`, as in TWS, so that a bridge that was written for iOS compiles here.
public typealias LocationRequestID = Double

/// The options of a page's location request, with the names of `PositionOptions`. An option that the page has not set
/// is nil. Times are in milliseconds.
///
/// The page script enforces `timeout` and `maximumAge`, so a location source may ignore both.
public struct JSLocationMessageOptions: Codable, Sendable, Hashable {
  /// The maximum age of a cached location that the page accepts, in milliseconds.
  public let maximumAge: Double?
  /// The time after which the page's request fails, in milliseconds.
  public let timeout: Double?
  /// Whether the page prefers high accuracy to low energy use.
  public let enableHighAccuracy: Bool?

  /// Creates options for a location request.
  public init(maximumAge: Double? = nil, timeout: Double? = nil, enableHighAccuracy: Bool? = nil) {
    self.maximumAge = maximumAge
    self.timeout = timeout
    self.enableHighAccuracy = enableHighAccuracy
  }
}

/// The reason why a page receives no location. The raw value is the `code` of the page's `GeolocationPositionError`.
public enum LocationServicesError: Int, Error, Sendable {
  /// `PERMISSION_DENIED`
  case denied = 1
  /// `POSITION_UNAVAILABLE`
  case unavailable
  /// `TIMEOUT`
  case timeout
}
