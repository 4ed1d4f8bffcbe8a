import Foundation

/// A point of a GPX file.
struct GPXPoint: Sendable, Equatable {
  var latitude: Double
  var longitude: Double
  var altitude: Double?
  var time: Date?
  /// Where in the file it begins.
  var line = 0

  private static let earthRadius = 6_371_008.8

  /// Metres, on a sphere.
  func distance(to other: GPXPoint) -> Double {
    let (from, to) = (latitude.radians, other.latitude.radians)
    let halfChord =
      square(sin((to - from) / 2)) + cos(from) * cos(to) * square(sin((other.longitude - longitude).radians / 2))
    return 2 * Self.earthRadius * asin(min(1, halfChord.squareRoot()))
  }

  /// Degrees clockwise from north in which `other` lies.
  func course(to other: GPXPoint) -> Double {
    let (from, to, turn) = (latitude.radians, other.latitude.radians, (other.longitude - longitude).radians)
    let angle = atan2(sin(turn) * cos(to), cos(from) * sin(to) - sin(from) * cos(to) * cos(turn)) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }

  /// The point that is `share` of the way to `other`, by the shorter way around the earth.
  func between(_ other: GPXPoint, _ share: Double) -> GPXPoint {
    let turn = (other.longitude - longitude).remainder(dividingBy: 360)
    var point = self
    point.latitude += (other.latitude - latitude) * share
    // Exactly -180 and 180 are one meridian, and both are longitudes.
    let east = longitude + turn * share
    point.longitude = abs(east) > 180 ? east.remainder(dividingBy: 360) : east
    point.altitude = altitude.map { $0 + ((other.altitude ?? $0) - $0) * share }
    return point
  }

  private func square(_ value: Double) -> Double { value * value }
}

extension Double {
  fileprivate var radians: Double { self * .pi / 180 }
}
