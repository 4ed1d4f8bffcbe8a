import Foundation

/// A point in a GPX file.
struct GPXPoint: Sendable, Equatable {
  var latitude: Double
  var longitude: Double
  var altitude: Double?
  var time: Date?
  /// The number of the line on which the point's element begins.
  var line = 0

  private static let earthRadius = 6_371_008.8

  /// Returns the distance to `other` in metres, on a sphere with the earth's mean radius.
  func distance(to other: GPXPoint) -> Double {
    let (from, to) = (latitude.radians, other.latitude.radians)
    let halfChord =
      square(sin((to - from) / 2)) + cos(from) * cos(to) * square(sin((other.longitude - longitude).radians / 2))
    return 2 * Self.earthRadius * asin(min(1, halfChord.squareRoot()))
  }

  /// Returns the initial course to `other`, in degrees clockwise from north.
  func course(to other: GPXPoint) -> Double {
    let (from, to, turn) = (latitude.radians, other.latitude.radians, (other.longitude - longitude).radians)
    let angle = atan2(sin(turn) * cos(to), cos(from) * sin(to) - sin(from) * cos(to) * cos(turn)) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }

  /// Returns the point at the fraction `share` of the way to `other`, in the shorter direction around the earth.
  func between(_ other: GPXPoint, _ share: Double) -> GPXPoint {
    let turn = (other.longitude - longitude).remainder(dividingBy: 360)
    var point = self
    point.latitude += (other.latitude - latitude) * share
    // -180 and 180 denote the same meridian. Both are valid, so keep whichever results.
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
