import Foundation
import SnippetBridgeLocation
import TestSupport
import Testing

/// Tests with a handmade gpsd, which can also behave in ways in which a real one never would.
@Suite(.timeLimit(.minutes(1))) struct GPSDTests {
  private let recorder = LogRecorder()

  private func device(_ gpsd: HandMadeGPSD, _ clock: some Clock<Duration> = ContinuousClock()) -> GPSD {
    GPSD(host: "127.0.0.1", port: gpsd.port, logger: recorder.logger, clock: clock)
  }

  private func place(_ latitude: Int) -> String { #"{"class":"TPV","mode":2,"lat":\#(latitude),"lon":2}"# + "\n" }

  @Test func itConnectsWhileSomebodyWatches() async throws {
    let gpsd = try HandMadeGPSD()
    defer { gpsd.stop() }
    let device = device(gpsd)
    var peers = gpsd.peers.makeAsyncIterator()
    var first = await device.startUpdatingLocation(id: 1, options: nil).makeAsyncIterator()
    let peer = try #require(await peers.next())
    #expect(await peer.receive() == "?WATCH={\"enable\":true,\"json\":true};\n")
    peer.send(place(1))
    #expect(await first.next()?.latitude == 1)
    // A second page shares the connection, and receives the last location at once.
    var second = await device.startUpdatingLocation(id: 2, options: nil).makeAsyncIterator()
    #expect(await second.next()?.latitude == 1)
    #expect(await device.location(id: 3, options: nil)?.latitude == 1)
    peer.send(place(2))
    #expect(await first.next()?.latitude == 2)
    #expect(await second.next()?.latitude == 2)
    await device.stopUpdatingLocation(id: 1)
    peer.send(place(3))
    #expect(await second.next()?.latitude == 3)
    await device.stopUpdatingLocation(id: 2)
    #expect(await peer.receive() == "")
    #expect(await first.next() == nil)
    #expect(recorder.lines == [])
  }

  @Test func aReaderThatGoesLetsGo() async throws {
    let gpsd = try HandMadeGPSD()
    defer { gpsd.stop() }
    let device = device(gpsd)
    let task = Task {
      for await _ in await device.startUpdatingLocation(id: 1, options: nil) {}
    }
    var peers = gpsd.peers.makeAsyncIterator()
    let peer = try #require(await peers.next())
    _ = await peer.receive()
    task.cancel()
    #expect(await peer.receive() == "")
  }

  @Test func whoAsksOnceWaitsForThePlace() async throws {
    let gpsd = try HandMadeGPSD()
    defer { gpsd.stop() }
    let device = device(gpsd)
    async let location = device.location(id: 1, options: nil)
    var peers = gpsd.peers.makeAsyncIterator()
    let peer = try #require(await peers.next())
    _ = await peer.receive()
    peer.send(#"{"class":"TPV","mode":1}"# + "\n" + place(4))
    #expect(await location?.latitude == 4)
    #expect(await peer.receive() == "")
  }

  @Test func whoAsksOnceMayGiveUp() async throws {
    let gpsd = try HandMadeGPSD()
    defer { gpsd.stop() }
    let device = device(gpsd)
    let asking = Task { await device.location(id: 1, options: nil) }
    var peers = gpsd.peers.makeAsyncIterator()
    let peer = try #require(await peers.next())
    _ = await peer.receive()
    asking.cancel()
    #expect(await asking.value == nil)
    #expect(await peer.receive() == "")
  }

  @Test func withoutAFixTheAnswerIsNoneAfterAWhile() async throws {
    let gpsd = try HandMadeGPSD()
    defer { gpsd.stop() }
    let clock = TestClock()
    let device = device(gpsd, clock)
    async let location = device.location(id: 1, options: nil)
    await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    #expect(await location == nil)
  }

  @Test(arguments: [#"{"class":"DEVICES","devices":[]}"#, #"{"class":"DEVICE","path":"/dev/x","activated":0}"#])
  func withoutAReceiverTheAnswerIsNone(line: String) async throws {
    let gpsd = try HandMadeGPSD()
    defer { gpsd.stop() }
    let device = device(gpsd)
    async let location = device.location(id: 1, options: nil)
    var peers = gpsd.peers.makeAsyncIterator()
    let peer = try #require(await peers.next())
    peer.send(line + "\n")
    #expect(await location == nil)
    #expect(recorder.lines == ["gpsd has no receiver"])
    peer.hangUp()
  }

  @Test func withoutGPSDTheAnswerIsNone() async throws {
    let device = GPSD(host: "127.0.0.1", port: 1, logger: recorder.logger)
    #expect(await device.location(id: 1, options: nil) == nil)
    #expect(recorder.lines == ["gpsd cannot be reached error=Connection refused"])
  }

  @Test func nonsenseIsSkipped() async throws {
    let gpsd = try HandMadeGPSD()
    defer { gpsd.stop() }
    let device = device(gpsd)
    var places = await device.startUpdatingLocation(id: 1, options: nil).makeAsyncIterator()
    var peers = gpsd.peers.makeAsyncIterator()
    let peer = try #require(await peers.next())
    peer.send("$GPRMC,1\n" + String(repeating: "x", count: 1 << 20) + "\n" + String(repeating: "{}\n", count: 8))
    peer.send("\n" + place(5))
    #expect(await places.next()?.latitude == 5)
    #expect(
      recorder.lines == [
        "an invalid line of gpsd was skipped line=$GPRMC,1 skipped=1",
        "an invalid line of gpsd was skipped line={} skipped=10",
      ])
    await device.stopUpdatingLocation(id: 1)
  }

  @Test func itConnectsAgain() async throws {
    let gpsd = try HandMadeGPSD()
    defer { gpsd.stop() }
    let clock = TestClock()
    let device = device(gpsd, clock)
    var places = await device.startUpdatingLocation(id: 1, options: nil).makeAsyncIterator()
    var peers = gpsd.peers.makeAsyncIterator()
    try #require(await peers.next()).hangUp()
    // The pause before the next connection attempt doubles each time, until gpsd sends something.
    for pause in [500, 1000, 2000] {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(pause - 1))
      #expect(clock.isAwaited)
      clock.advance(by: .milliseconds(1))
      try #require(await peers.next()).hangUp()
    }
    await clock.sleepers(1)
    clock.advance(by: .seconds(4))
    let peer = try #require(await peers.next())
    peer.send(place(6))
    #expect(await places.next()?.latitude == 6)
    peer.hangUp()
    await clock.sleepers(1)
    // The last location before the disconnection is too old, so the device waits for a new one.
    async let location = device.location(id: 2, options: nil)
    clock.advance(by: .milliseconds(500))
    let last = try #require(await peers.next())
    last.send(place(7))
    #expect(await location?.latitude == 7)
    #expect(
      recorder.lines == [
        "gpsd has closed the connection", "gpsd has closed the connection",
      ])
    await device.stopUpdatingLocation(id: 1)
    last.hangUp()
  }
}
