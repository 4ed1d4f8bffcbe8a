public import Foundation

/// A device's location, with the properties of Apple's `CLLocation`.
///
/// Only valid locations can be created. An optional property is nil if the device does not report the value or the
/// value is invalid.
public struct Location: Sendable, Hashable {
  /// The latitude in degrees, from -90 to 90; north is positive.
  public let latitude: Double
  /// The longitude in degrees, from -180 to 180; east is positive.
  public let longitude: Double
  /// The altitude in metres above the ellipsoid.
  public let altitude: Double?
  /// The radius of uncertainty in metres, 0 or more.
  public let horizontalAccuracy: Double
  /// The uncertainty of ``altitude`` in metres, 0 or more; nil if there is no altitude.
  public let verticalAccuracy: Double?
  /// The course in degrees clockwise from true north, from 0 to below 360.
  public let course: Double?
  /// The speed in metres per second, 0 or more.
  public let speed: Double?
  /// The time at which the device was at the location.
  public let timestamp: Date

  /// Creates a location. Returns nil if the coordinates or the horizontal accuracy are invalid. Other invalid values,
  /// such as the -1 that many receivers report, become nil.
  public init?(
    latitude: Double, longitude: Double, altitude: Double? = nil, horizontalAccuracy: Double,
    verticalAccuracy: Double? = nil, course: Double? = nil, speed: Double? = nil, timestamp: Date = Date()
  ) {
    guard abs(latitude) <= 90, abs(longitude) <= 180, Self.isDistance(horizontalAccuracy),
      timestamp.timeIntervalSince1970.isFinite
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.horizontalAccuracy = horizontalAccuracy
    // As in `CLLocation`, a negative vertical accuracy means that the altitude is invalid.
    let hasAltitude = altitude?.isFinite == true && (verticalAccuracy ?? 0) >= 0
    self.altitude = hasAltitude ? altitude : nil
    self.verticalAccuracy = hasAltitude ? verticalAccuracy.flatMap { Self.isDistance($0) ? $0 : nil } : nil
    self.course = course.flatMap { (0...360).contains($0) ? $0.truncatingRemainder(dividingBy: 360) : nil }
    self.speed = speed.flatMap { Self.isDistance($0) ? $0 : nil }
    self.timestamp = timestamp
  }

  /// A position on earth. It stands in for `CLLocationCoordinate2D`.
  public struct Coordinate: Sendable, Hashable {
    /// The latitude in degrees; north is positive.
    public var latitude: Double
    /// The longitude in degrees; east is positive.
    public var longitude: Double

    /// Creates a position, without a check of the values.
    public init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }
  }

  /// The latitude and the longitude.
  public var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  /// Returns whether the value is finite and not negative.
  private static func isDistance(_ value: Double) -> Bool { value >= 0 && value.isFinite }
}

#if !canImport(CoreLocation)
  /// CoreLocation's name for ``Location``, so that a program can share code with an iOS app.
  public typealias CLLocation = Location
  /// CoreLocation's name for ``Location/Coordinate``.
  public typealias CLLocationCoordinate2D = Location.Coordinate
#endif
