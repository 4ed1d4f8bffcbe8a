import Foundation
import SnippetBridgeLocation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct GPXRouteTests {
  /// Creates a file with three points, each 0.01° north of the last and 10 seconds later.
  private func file() throws -> String {
    let points = (0...2).map { step in
      "<trkpt lat='\(Double(step) / 100)' lon='0'><time>2026-05-01T12:00:\(step * 10 + 10)Z</time></trkpt>"
    }
    let url = FileManager.default.temporaryDirectory.appending(path: "GPXRouteTests-\(UUID()).gpx")
    try Data("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8).write(to: url)
    return url.path
  }

  private func withRoute(
    speed: Double = 1, ending: GPXRoute.Ending = .loops, _ body: (GPXRoute, TestClock) async throws -> Void
  ) async throws {
    let path = try file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let clock = TestClock()
    try await body(try GPXRoute(contentsOf: path, speed: speed, ending: ending, clock: clock), clock)
  }

  @Test func aFileMayBeNamedByItsURL() async throws {
    let path = try file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let route = try GPXRoute(contentsOf: URL(filePath: path), clock: TestClock())
    #expect(await route.location(id: 1, options: nil)?.latitude == 0)
    let error = #expect(throws: GPXError.self) {
      if let url = URL(string: "https://example.com/walk.gpx") { _ = try GPXRoute(contentsOf: url) }
    }
    #expect(error?.description.contains("https://example.com/walk.gpx") == true)
  }

  @Test func itSetsOutWhenSomebodyAsks() async throws {
    try await withRoute { route, clock in
      clock.advance(by: .seconds(5))
      #expect(await route.location(id: 1, options: nil)?.latitude == 0)
      clock.advance(by: .seconds(5))
      let place = try #require(await route.location(id: 2, options: nil))
      #expect(abs(place.latitude - 0.005) < 1e-9 && place.course == 0)
      #expect(abs((place.speed ?? 0) - 111.195) < 0.001)
    }
  }

  @Test func allSeeOneDevice() async throws {
    try await withRoute { route, clock in
      var first = await route.startUpdatingLocation(id: 1, options: nil).makeAsyncIterator()
      #expect(await first.next()?.latitude == 0)
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(500))
      // A later watcher receives its first location at once, and further ones together with the others.
      var second = await route.startUpdatingLocation(id: 2, options: nil).makeAsyncIterator()
      #expect(abs((await second.next()?.latitude ?? 0) - 0.0005) < 1e-9)
      clock.advance(by: .milliseconds(500))
      let (one, other) = (await first.next(), await second.next())
      #expect(one == other && abs((one?.latitude ?? 0) - 0.001) < 1e-9)
      #expect(await route.location(id: 3, options: nil) == one)
    }
  }

  @Test func whoStopsHearsNoMore() async throws {
    try await withRoute { route, clock in
      var places = await route.startUpdatingLocation(id: 1, options: nil).makeAsyncIterator()
      #expect(await places.next() != nil)
      await clock.sleepers(1)
      await route.stopUpdatingLocation(id: 1)
      #expect(await places.next() == nil)
      #expect(!clock.isAwaited)
    }
  }

  @Test func whoUsesAnIDAgainHasOneWatch() async throws {
    try await withRoute { route, clock in
      var first = await route.startUpdatingLocation(id: 1, options: nil).makeAsyncIterator()
      var second = await route.startUpdatingLocation(id: 1, options: nil).makeAsyncIterator()
      #expect(await first.next() != nil)
      #expect(await first.next() == nil)
      #expect(await second.next() != nil)
    }
  }

  @Test func speedIsThatOfThePlayback() async throws {
    try await withRoute(speed: 10) { route, clock in
      _ = await route.location(id: 1, options: nil)
      clock.advance(by: .seconds(1))
      let place = try #require(await route.location(id: 2, options: nil))
      #expect(abs(place.latitude - 0.01) < 1e-9)
      #expect(abs((place.speed ?? 0) - 1111.95) < 0.01)
    }
  }

  @Test func itLoops() async throws {
    try await withRoute { route, clock in
      _ = await route.location(id: 1, options: nil)
      clock.advance(by: .seconds(45))
      #expect(abs((await route.location(id: 2, options: nil)?.latitude ?? 0) - 0.005) < 1e-9)
    }
  }

  @Test func itStops() async throws {
    try await withRoute(ending: .stops) { route, clock in
      var places = await route.startUpdatingLocation(id: 1, options: nil).makeAsyncIterator()
      _ = await places.next()
      await clock.sleepers(1)
      clock.advance(by: .seconds(45))
      let last = await places.next()
      #expect(last?.latitude == 0.02 && last?.speed == 0 && last?.course == nil)
      // A watcher that starts later receives the last location.
      var others = await route.startUpdatingLocation(id: 2, options: nil).makeAsyncIterator()
      #expect(await others.next()?.latitude == 0.02)
    }
  }

  @Test func timestampsAreThoseOfThePlayback() async throws {
    try await withRoute(speed: 2) { route, clock in
      let first = try #require(await route.location(id: 1, options: nil)?.timestamp)
      clock.advance(by: .seconds(3))
      let second = try #require(await route.location(id: 2, options: nil)?.timestamp)
      #expect(abs(second.timeIntervalSince(first) - 3) < 1e-6)
    }
  }

  @Test(arguments: [0, -1, .nan, .infinity]) func aSpeedThatIsNoneIsRefused(speed: Double) throws {
    let path = try file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: GPXError.self) { try GPXRoute(contentsOf: path, speed: speed) }
    #expect(error?.description == "\(path): The speed must be a number above 0, not \(speed).")
  }
}
