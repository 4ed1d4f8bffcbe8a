import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Pages contain the scripts of a service only if the service is bound.
@Suite(.timeLimit(.minutes(5))) struct PageServiceTests {
  /// Returns the names of the page's service scripts, without their hashes.
  private func scripts(_ configure: (inout BridgeConfiguration) -> Void) async throws -> [String] {
    var names: [String] = []
    try await TestServer.run(configure: configure) { test async throws in
      let page = try await test.http.request("GET", "/").text
      for match in page.matches(of: #/<script src="(/_bridge/(location|camera)-[0-9a-f]+\.js)" integrity="[^"]+"/#) {
        names.append(String(match.output.2))
        let script = try await test.http.request("GET", String(match.output.1))
        #expect(script.status == 200)
        #expect(script["Cache-Control"] == "public, max-age=31536000, immutable")
      }
      for name in ["location", "camera"] {
        let status = try await test.http.request("GET", "/_bridge/\(name).js").status
        #expect((status == 200) == names.contains(name))
      }
    }
    return names
  }

  @Test func withoutAServiceThereIsNone() async throws {
    #expect(try await scripts { _ in } == [])
  }

  @Test func aServiceBringsItsScript() async throws {
    #expect(try await scripts { $0.locationServiceBridge = RecordedPlaces() } == ["location"])
  }

  @Test func partsThatAreWantedAreThere() async throws {
    #expect(try await scripts { $0.parts = [.camera, .location] } == ["location", "camera"])
  }

  @Test func aPolicyLetsThemLoad() async throws {
    try await TestServer.run(configure: {
      $0.parts = [.location]
      $0.contentSecurityPolicy = "default-src 'none'"
    }) { test async throws in
      let page = try await test.http.request("GET", "/")
      let hash = try #require(page.text.firstMatch(of: #/location-[^"]+" integrity="([^"]+)"/#)).output.1
      #expect(page["Content-Security-Policy"]?.contains("'\(hash)'") == true)
    }
  }
}
