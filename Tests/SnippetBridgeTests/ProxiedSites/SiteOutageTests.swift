import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Unreachable targets, and target responses that cannot be shown.
@Suite(.timeLimit(.minutes(5))) struct SiteOutageTests {
  @Test func aTargetThatIsAwayIsNamedAndComesBack() async throws {
    let log = LogRecorder(from: .notice)
    let port = ReservedPort.next()
    let upstream = try HandmadeUpstream(port: port) { _, _ in nil }
    upstream.stop()
    try await SiteServer.run(
      upstream, configure: { $0.logger = log.logger }
    ) { server async throws in
      for _ in 0..<5 {
        let page = try await server.browse("/")
        #expect(page.status == 502 && page["Refresh"] == "3" && page["Cache-Control"] == "no-store")
        #expect(page.text.contains("http://127.0.0.1:\(port) does not answer: the connection was refused."))
        #expect(!page.text.contains("<script"))
      }
      let script = try await server.http().request("GET", "/a.js", headers: [("Sec-Fetch-Dest", "script")])
      #expect(script.status == 502 && script["Refresh"] == nil)
      #expect(script.text == "http://127.0.0.1:\(port) does not answer: the connection was refused.\n")
      // The error page after a form submission does not refresh itself, so that the form is not submitted again.
      #expect(try await server.browse("/", method: "POST")["Refresh"] == nil)
      let again = try HandmadeUpstream(port: port) { _, _ in .ok("back", type: "text/html") }
      #expect(try await server.browse("/").text.hasSuffix("back"))
      #expect(try await server.browse("/").status == 200)
      again.stop()
      let facts = "site=shop target=http://127.0.0.1:\(port)"
      // The log is written by another thread, so the test waits for the line.
      while log.lines.allSatisfy({ !$0.contains("answers again") }) { _ = await log.next() }
      #expect(
        log.lines.filter { $0.contains("proxied site") } == [
          "the target of a proxied site does not answer reason=\"the connection was refused\" \(facts)",
          "the target of a proxied site answers again \(facts)",
        ])
    }
  }

  @Test func aPageThatCannotBeChangedIsSaidToBeNone() async throws {
    let upstream = try HandmadeUpstream { head, _ in
      .ok("xxxx", type: "text/html", headers: ["Content-Encoding: \(head.contains("/br") ? "br" : "gzip")"])
    }
    try await SiteServer.run(upstream) { server async throws in
      let page = try await server.browse("/br")
      #expect(page.status == 502 && page["Refresh"] == nil)
      #expect(page.text.contains("compressed this page with &quot;br&quot;"))
      // If the gzip data is invalid, the server cuts the response, because it has already sent the head.
      await #expect(throws: (any Error).self) { try await server.browse("/gzip") }
      // A response to a script's fetch is passed on unchanged.
      #expect(try await server.http().request("GET", "/br", headers: [("Sec-Fetch-Mode", "cors")]).text == "xxxx")
    }
  }

  @Test func aSandboxIsNamedInTheLog() async throws {
    let log = LogRecorder()
    let upstream = try HandmadeUpstream { _, _ in
      .ok("x", type: "text/html", headers: ["Content-Security-Policy: sandbox"])
    }
    try await SiteServer.run(upstream, configure: { $0.logger = log.logger }) { server async throws in
      _ = try await server.browse("/a")
      _ = await log.next()
      #expect(
        log.lines == ["a proxied page has a sandbox policy that also blocks the page script path=/a site=shop"])
    }
  }

  @Test func aServiceWorkersScriptGetsItsGuard() async throws {
    let upstream = try HandmadeUpstream { _, _ in .ok("own()", type: "text/javascript", headers: ["ETag: \"a\""]) }
    try await SiteServer.run(upstream) { server async throws in
      let headers = [("Service-Worker", "script"), ("Sec-Fetch-Dest", "serviceworker")]
      let script = try await server.http().request("GET", "/sw.js", headers: headers)
      #expect(script.text.hasPrefix("self.addEventListener('fetch'") && script.text.hasSuffix("\nown()"))
      #expect(try #require(script["ETag"]).contains("~sb-"))
      #expect(try await server.http().request("GET", "/sw.js").text == "own()")
    }
  }
}
