import Foundation
import Testing

@testable import SnippetBridgeLocation

@Suite(.timeLimit(.minutes(5))) struct GPSDReportTests {
  private static let now = Date(timeIntervalSince1970: 7)

  private func report(_ line: String) throws -> GPSDReport {
    try GPSDReport(Array(line.utf8), now: Self.now)
  }

  /// Parses a report that gpsd 3.22 has written.
  @Test func aPlace() throws {
    let line = """
      {"class":"TPV","device":"/dev/pts/1","mode":3,"time":"2026-05-01T12:00:07.000Z","ept":0.005,"lat":46.0507,\
      "lon":14.5,"altHAE":346.0,"altMSL":300.0,"alt":300.0,"epv":27.6,"track":271.5,"magtrack":3.8914,"magvar":3.9,\
      "speed":11.112,"climb":0.0,"epc":55.2,"geoidSep":46.0,"eph":17.1,"sep":28.5}
      """
    let expected = Location(
      latitude: 46.0507, longitude: 14.5, altitude: 346, horizontalAccuracy: 17.1, verticalAccuracy: 27.6,
      course: 271.5, speed: 11.112, timestamp: Date(timeIntervalSince1970: 1_777_636_807))
    #expect(try report(line) == expected.map { .place($0) })
  }

  @Test func whatAReceiverDoesNotKnow() throws {
    let expected = Location(
      latitude: 1, longitude: 2, horizontalAccuracy: GPSDReport.assumedAccuracy, timestamp: Self.now)
    // A two-dimensional fix does not update the altitude, so the altitude is ignored.
    #expect(try report(#"{"class":"TPV","mode":2,"lat":1,"lon":2,"alt":5}"#) == expected.map { .place($0) })
  }

  @Test func theAccuracyOfBothDirections() throws {
    let expected = Location(latitude: 1, longitude: 2, horizontalAccuracy: 5, timestamp: Self.now)
    #expect(
      try report(#"{"class":"TPV","mode":2,"lat":1,"lon":2,"epx":3,"epy":4}"#) == expected.map { .place($0) })
  }

  @Test(arguments: [
    (#"{"class":"TPV","mode":1}"#, GPSDReport.noFix), (#"{"class":"TPV","mode":0,"lat":1,"lon":2}"#, .noFix),
    (#"{"class":"TPV","mode":2}"#, .noFix), (#"{"class":"DEVICES","devices":[]}"#, .noDevice),
    (#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x"}]}"#, .other),
    (#"{"class":"DEVICE","path":"/dev/x","activated":0}"#, .noDevice),
    (#"{"class":"DEVICE","path":"/dev/x","activated":"2026-11-22T17:42:57.101Z"}"#, .other),
    (#"{"class":"VERSION","release":"3.22","proto_major":3}"#, .other),
    (#"{"class":"SKY","mode":"none of ours"}"#, .other),
  ]) func whatIsNoPlace(line: String, expected: GPSDReport) throws {
    #expect(try report(line) == expected)
  }

  @Test(arguments: [
    "", "$GPRMC,120000.00,A", "[]", "{}", #"{"class":5}"#, #"{"class":"TPV"}"#, #"{"class":"TPV","mode":"3"}"#,
    #"{"class":"TPV","mode":3,"lat":91,"lon":2}"#, #"{"class":"TPV","mode":3,"lat":1e999,"lon":2}"#,
    #"{"class":"TPV","mode":3,"lat":1,"lon":2,"eph":-1}"#, #"{"class":"DEVICES"}"#,
    String(repeating: "[", count: 60_000), "{\"class\":\"\u{0}",
  ]) func whatIsNoReport(line: String) {
    #expect(throws: (any Error).self) { try report(line) }
  }
}
