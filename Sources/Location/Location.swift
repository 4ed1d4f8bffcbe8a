public import Foundation

/// Where a device is, as far as it knows: what `CLLocation` is on other systems.
///
/// Only places on earth can be made. What a device does not know, or says with a value that cannot be, is nil.
public struct Location: Sendable, Hashable {
  /// Degrees, from -90 to 90; north is positive.
  public let latitude: Double
  /// Degrees, from -180 to 180; east is positive.
  public let longitude: Double
  /// Metres above the ellipsoid.
  public let altitude: Double?
  /// Metres around the place in which the device is, 0 or more.
  public let horizontalAccuracy: Double
  /// Metres by which ``altitude`` may be wrong, 0 or more; nil without an altitude.
  public let verticalAccuracy: Double?
  /// Degrees clockwise from true north, from 0 to below 360.
  public let course: Double?
  /// Metres per second, 0 or more.
  public let speed: Double?
  /// When the device was there.
  public let timestamp: Date

  /// Nil when the place is none on earth, or its accuracy is no distance. Of the other values one that cannot be, as
  /// the -1 of many receivers, counts as not known.
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
    // As CLLocation says it: with a negative accuracy the altitude is none.
    let hasAltitude = altitude?.isFinite == true && (verticalAccuracy ?? 0) >= 0
    self.altitude = hasAltitude ? altitude : nil
    self.verticalAccuracy = hasAltitude ? verticalAccuracy.flatMap { Self.isDistance($0) ? $0 : nil } : nil
    self.course = course.flatMap { (0...360).contains($0) ? $0.truncatingRemainder(dividingBy: 360) : nil }
    self.speed = speed.flatMap { Self.isDistance($0) ? $0 : nil }
    self.timestamp = timestamp
  }

  /// Not NaN either.
  private static func isDistance(_ value: Double) -> Bool { value >= 0 && value.isFinite }
}
