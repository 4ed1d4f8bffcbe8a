import ArgumentParser
import Foundation
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct LocationOptionTests {
  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "LocationOptionTests-\(UUID()).gpx")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  private func message(_ arguments: String...) -> String {
    do {
      _ = try BridgeOptions.parse(arguments)
      return "fine"
    } catch {
      return BridgeOptions.message(for: error)
    }
  }

  @Test func withoutOptionsTheBrowserAnswers() throws {
    #expect(try BridgeOptions.parse([]).configuration().locationServiceBridge == nil)
  }

  @Test func aFileIsPlayed() async throws {
    try withFile("<gpx><wpt lat='1' lon='2'/></gpx>") { path in
      let options = try BridgeOptions.parse(["--gpx", path, "--gpx-speed", "2.5"])
      #expect(options.configuration().locationServiceBridge is GPXRoute)
    }
  }

  @Test func aFileThatCannotBePlayedIsNamed() throws {
    try withFile("<gpx>\n<wpt lat='1'/></gpx>") { path in
      #expect(message("--gpx", path) == "\(path), line 2: A point has no attribute lon, its longitude.")
    }
    #expect(message("--gpx", "/nowhere.gpx").hasPrefix("/nowhere.gpx: The file cannot be read: "))
  }

  @Test func whatDoesNotGoTogetherIsSaid() throws {
    #expect(message("--gpx-speed", "2") == "--gpx-speed requires --gpx.")
    #expect(message("--gpx", "a", "--gpsd", "b") == "--gpx and --gpsd cannot be used together.")
    try withFile("<gpx><wpt lat='1' lon='2'/></gpx>") { path in
      for speed in ["0", "-1", "nan", "inf"] {
        #expect(
          message("--gpx", path, "--gpx-speed=\(speed)").hasPrefix("--gpx-speed must be a number above 0, not "))
      }
    }
  }

  @Test(arguments: [
    ("kiosk", "kiosk", 2947), ("kiosk:1", "kiosk", 1), ("10.0.0.7:65535", "10.0.0.7", 65535),
    ("[::1]:2947", "::1", 2947), ("[fe80::1%eth0]", "fe80::1%eth0", 2947),
  ]) func whereAGPSDListens(text: String, host: String, port: Int) throws {
    let address = try #require(GPSDAddress(text))
    #expect(address.host == host && address.port == port)
    #expect(try BridgeOptions.parse(["--gpsd", text]).configuration().locationServiceBridge is GPSD)
  }

  @Test(arguments: [":2947", "kiosk:", "kiosk:0", "kiosk:65536", "kiosk:x", "::1", "[::1", "a b", "kiosk:1:2"])
  func whatIsNoAddress(text: String) {
    #expect(
      message("--gpsd=\(text)") == "--gpsd requires a host and a port, such as localhost:2947, not \"\(text)\".")
  }
}
