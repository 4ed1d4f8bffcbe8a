import Foundation
import Testing

@testable import SnippetBridgeLocation

@Suite(.timeLimit(.minutes(5))) struct TimedRouteTests {
  /// Creates a route of points with latitude, longitude and, optionally, the second of their time.
  private func route(_ points: [(Double, Double, Int?)], assumedSpeed: Double = 1) throws -> TimedRoute {
    let elements = points.map { latitude, longitude, second in
      let time = second.map { "<time>2026-05-01T12:\(String(format: "%02d:%02d", $0 / 60, $0 % 60))Z</time>" } ?? ""
      return "<wpt lat='\(latitude)' lon='\(longitude)'>\(time)</wpt>"
    }
    let file = try GPXFile(Data("<gpx>\(elements.joined(separator: "\n"))</gpx>".utf8), name: "walk.gpx")
    return try TimedRoute(file, name: "walk.gpx", assumedSpeed: assumedSpeed)
  }

  private func isNear(_ value: Double, _ other: Double, _ tolerance: Double = 1e-9) -> Bool {
    abs(value - other) <= tolerance
  }

  // The length of a degree of a meridian, in metres.
  private let degree = 111_195.0797

  @Test func withoutTimesTheSpeedIsAssumed() throws {
    let route = try route([(0, 0, nil), (0.01, 0, nil)], assumedSpeed: 2)
    #expect(isNear(route.duration, degree / 100 / 2, 1e-3))
    let middle = route.moment(at: route.duration / 2)
    #expect(isNear(middle.point.latitude, 0.005) && isNear(middle.speed, 2, 1e-9) && middle.course == 0)
  }

  @Test func timesCount() throws {
    let route = try route([(0, 0, 0), (0.01, 0, 100), (0.01, 0.01, 110)])
    #expect(route.duration == 110)
    #expect(isNear(route.moment(at: 50).point.latitude, 0.005))
    #expect(isNear(route.moment(at: 50).speed, degree / 100 / 100, 1e-3))
    let east = route.moment(at: 105)
    #expect(isNear(east.point.longitude, 0.005) && isNear(east.course ?? 0, 90, 0.01))
  }

  @Test func betweenTimesTheSpeedIsEven() throws {
    let route = try route([(0, 0, 0), (0.03, 0, nil), (0.04, 0, 40), (0.041, 0, nil)])
    #expect(isNear(route.moment(at: 30).point.latitude, 0.03))
    #expect(isNear(route.moment(at: 40).point.latitude, 0.04))
    // The last point has no time, so the assumed speed applies on the way to it.
    #expect(isNear(route.duration, 40 + degree / 1000, 1e-3))
  }

  @Test func whoStandsHasNoCourse() throws {
    let route = try route([(1, 1, 0), (1, 1, 10), (1, 1, 10), (1, 2, 20)])
    #expect(route.moment(at: 5) == .init(point: route.moment(at: 0).point, course: nil, speed: 0))
    #expect(route.moment(at: 15).course != nil)
  }

  @Test func atTheEndItStands() throws {
    let route = try route([(0, 0, 0), (1, 0, 10)])
    for seconds in [10, 11, 1e9] {
      #expect(route.moment(at: seconds).point.latitude == 1 && route.moment(at: seconds).speed == 0)
    }
  }

  @Test func onePointIsARoute() throws {
    let route = try route([(1, 2, nil)])
    #expect(route.duration == 0 && route.moment(at: 7).point.longitude == 2)
  }

  @Test func theDateLineIsCrossedTheShortWay() throws {
    let route = try route([(0, 179, 0), (0, -179, 20)])
    #expect(route.moment(at: 5).point.longitude == 179.5)
    #expect(route.moment(at: 15).point.longitude == -179.5)
    #expect(isNear(route.moment(at: 5).course ?? 0, 90))
  }

  @Test func timeDoesNotRunBack() {
    let error = #expect(throws: GPXError.self) { try route([(0, 0, 10), (1, 0, nil), (2, 0, 9)]) }
    #expect(
      error?.description == "walk.gpx, line 3: The time of this point is before the time of a previous point.")
  }
}
