import Foundation
import Logging
import SnippetBridgeLocation
import TestSupport
import Testing

/// Tests with Debian's gpsd.
@Suite(.timeLimit(.minutes(1))) struct RealGPSDTests {
  @Test func placesArrive() async throws {
    let fake = try GPSFake(port: ReservedPort.next())
    defer { fake.stop() }
    let device = GPSD(port: fake.port, logger: LogRecorder().logger)
    var latitudes: Set<Double> = []
    for await place in await device.startUpdatingLocation(id: 1, options: nil) {
      #expect((46.0...46.001).contains(place.latitude) && place.longitude == 14.5)
      #expect(place.horizontalAccuracy > 0)
      // The receiver reports the course and the speed in a separate sentence.
      if let speed = place.speed { #expect(abs(speed - 11.112) < 0.01) }
      latitudes.insert(place.latitude)
      if latitudes.count == 3, place.course != nil { break }
    }
    #expect(latitudes.count >= 3)
    await device.stopUpdatingLocation(id: 1)
    #expect(await device.location(id: 2, options: nil)?.longitude == 14.5)
  }

  @Test func itGoesAndComesBack() async throws {
    let port = ReservedPort.next()
    let recorder = LogRecorder(from: .notice)
    let device = GPSD(port: port, logger: recorder.logger)
    // gpsd is not running yet.
    let places = await device.startUpdatingLocation(id: 1, options: nil)
    var iterator = places.makeAsyncIterator()
    #expect(await recorder.next()?.hasPrefix("gpsd cannot be reached") == true)
    var fake = try GPSFake(port: port)
    #expect(await iterator.next() != nil)
    #expect(await recorder.next()?.hasPrefix("gpsd is connected again") == true)
    fake.stop()
    var line: String?
    repeat { line = await recorder.next() } while line?.hasPrefix("gpsd has closed the connection") == false
    fake = try GPSFake(port: port)
    defer { fake.stop() }
    #expect(await recorder.next()?.hasPrefix("gpsd is connected again") == true)
    #expect(await iterator.next() != nil)
    await device.stopUpdatingLocation(id: 1)
  }
}
