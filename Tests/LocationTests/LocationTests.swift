import Foundation
import SnippetBridgeLocation
import Testing

@Suite(.timeLimit(.minutes(5))) struct LocationTests {
  @Test(arguments: [
    (90.1, 0, 5), (-90.1, 0, 5), (0, 180.1, 5), (0, -180.1, 5), (.nan, 0, 5), (0, .infinity, 5), (0, 0, -1),
    (0, 0, .nan), (0, 0, .infinity),
  ]) func aPlaceThatIsNoneCannotBeMade(latitude: Double, longitude: Double, accuracy: Double) {
    #expect(Location(latitude: latitude, longitude: longitude, horizontalAccuracy: accuracy) == nil)
  }

  @Test func whatIsKnownIsKept() throws {
    let date = Date(timeIntervalSince1970: 1)
    let place = try #require(
      Location(
        latitude: 90, longitude: -180, altitude: -3, horizontalAccuracy: 0, verticalAccuracy: 2, course: 359.5,
        speed: 0, timestamp: date))
    #expect(place.latitude == 90 && place.longitude == -180 && place.horizontalAccuracy == 0)
    #expect(place.altitude == -3 && place.verticalAccuracy == 2)
    #expect(place.course == 359.5 && place.speed == 0 && place.timestamp == date)
  }

  @Test(arguments: [-1, .nan, .infinity]) func whatCannotBeIsNotKnown(value: Double) throws {
    let place = try #require(
      Location(latitude: 1, longitude: 2, altitude: 3, horizontalAccuracy: 4, course: value, speed: value))
    #expect(place.course == nil && place.speed == nil && place.altitude == 3 && place.verticalAccuracy == nil)
  }

  @Test func anAltitudeOfANegativeAccuracyIsNone() throws {
    let place = try #require(
      Location(latitude: 1, longitude: 2, altitude: 3, horizontalAccuracy: 4, verticalAccuracy: -1))
    #expect(place.altitude == nil && place.verticalAccuracy == nil)
  }

  @Test func anAccuracyOfNoAltitudeIsNone() {
    #expect(Location(latitude: 1, longitude: 2, horizontalAccuracy: 4, verticalAccuracy: 1)?.verticalAccuracy == nil)
  }

  @Test func northIsOneCourse() {
    #expect(Location(latitude: 1, longitude: 2, horizontalAccuracy: 4, course: 360)?.course == 0)
  }
}
