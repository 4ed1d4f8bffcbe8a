import Foundation
import Testing

@testable import SnippetBridgeLocation

@Suite(.timeLimit(.minutes(5))) struct GPXFileTests {
  private func points(_ content: String) throws(GPXError) -> [GPXPoint] {
    try GPXFile(Data("<gpx version=\"1.1\">\(content)</gpx>".utf8), name: "walk.gpx").points
  }

  @Test func pointsHaveHeightsAndTimes() throws {
    let points = try points(
      """
      <metadata><time>2020-01-01T00:00:00Z</time></metadata>
      <trk><trkseg><trkpt lat="46.05" lon="-14.5"><ele> 298.5 </ele><time>2026-05-01T12:00:00Z</time>
      <extensions><x><ele>no number</ele><time>never</time></x></extensions></trkpt>
      <trkpt lat="1" lon="2"/></trkseg></trk>
      """)
    #expect(points.count == 2)
    #expect(points.first?.latitude == 46.05 && points.first?.longitude == -14.5 && points.first?.altitude == 298.5)
    #expect(points.first?.time == Date(timeIntervalSince1970: 1_777_636_800))
    #expect(points.last?.altitude == nil && points.last?.time == nil)
  }

  @Test(arguments: ["2026-05-01T12:00:00", "2026-05-01T12:00:00.000Z", "2026-05-01T14:00:00+02:00"])
  func timesHaveAllTheirForms(text: String) throws {
    let time = try points("<wpt lat='1' lon='2'><time>\(text)</time></wpt>").first?.time
    #expect(time == Date(timeIntervalSince1970: 1_777_636_800))
  }

  @Test func aTrackIsBeforeARouteBeforeWaypoints() throws {
    let waypoint = "<wpt lat='1' lon='1'/>"
    let route = "<rte><rtept lat='2' lon='2'/></rte>"
    let track = "<trk><trkseg><trkpt lat='3' lon='3'/></trkseg><trkseg><trkpt lat='4' lon='4'/></trkseg></trk>"
    #expect(try points(waypoint).map(\.latitude) == [1])
    #expect(try points(waypoint + route).map(\.latitude) == [2])
    #expect(try points(waypoint + route + track).map(\.latitude) == [3, 4])
  }

  @Test func aPrefixIsTaken() throws {
    let text = "<g:gpx xmlns:g='http://www.topografix.com/GPX/1/1'><g:wpt lat='1' lon='1'/></g:gpx>"
    #expect(try GPXFile(Data(text.utf8), name: "walk.gpx").points.count == 1)
  }

  @Test(arguments: [
    ("", "walk.gpx, line 1: The file is not valid XML, or is incomplete."),
    ("<gpx>\n<wpt lat='1' lon='1'/>\n", "walk.gpx, line 2: The file is not valid XML, or is incomplete."),
    ("<gpx>\n<wpt lat='1' lon='1'>\n</gpx>", "walk.gpx, line 3: The file is not valid XML, or is incomplete."),
    ("\u{1}", "walk.gpx, line 1: The file is not valid XML, or is incomplete."),
    ("<html></html>", "walk.gpx, line 1: The file is not GPX: its root element is <html>, not <gpx>."),
    ("<gpx></gpx>", "walk.gpx: The file contains no track, route or waypoint."),
    ("<gpx>\n<wpt lon='1'/></gpx>", "walk.gpx, line 2: A point has no attribute lat, its latitude."),
    (
      "<gpx>\n\n<wpt lat='91' lon='1'/></gpx>",
      "walk.gpx, line 3: lat=\"91\" is not a valid latitude: use a number from -90 to 90."
    ),
    (
      "<gpx><wpt lat='1' lon='east'/></gpx>",
      "walk.gpx, line 1: lon=\"east\" is not a valid longitude: use a number from -180 to 180."
    ),
    (
      "<gpx><wpt lat='nan' lon='1'/></gpx>",
      "walk.gpx, line 1: lat=\"nan\" is not a valid latitude: use a number from -90 to 90."
    ),
    (
      "<gpx><wpt lat='1' lon='1'>\n<ele>high</ele></wpt></gpx>",
      "walk.gpx, line 2: <ele>high</ele> is not a valid elevation: a number of metres is required."
    ),
    (
      "<gpx><wpt lat='1' lon='1'>\n<time>noon</time></wpt></gpx>",
      "walk.gpx, line 2: <time>noon</time> is not a valid time, such as 2026-05-01T12:00:00Z."
    ),
  ]) func whatIsWrongIsSaidWithItsPlace(text: String, message: String) {
    let error = #expect(throws: GPXError.self) { try GPXFile(Data(text.utf8), name: "walk.gpx") }
    #expect(error?.description == message)
  }

  @Test func entitiesOfFilesAreNotRead() throws {
    let text = """
      <!DOCTYPE gpx [<!ENTITY secret SYSTEM "file:///etc/hostname">]>
      <gpx><wpt lat='1' lon='1'><name>&secret;</name></wpt></gpx>
      """
    #expect(try GPXFile(Data(text.utf8), name: "walk.gpx").points.count == 1)
  }

  @Test func aFileThatIsNotThereIsNamed() {
    let error = #expect(throws: GPXError.self) { try GPXRoute(contentsOf: "/nowhere/walk.gpx") }
    #expect(error?.description.hasPrefix("/nowhere/walk.gpx: The file cannot be read: ") == true)
    let folder = #expect(throws: GPXError.self) { try GPXRoute(contentsOf: "/dev") }
    #expect(folder?.description == "/dev: The path does not name a file.")
  }
}
