import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Requests from iframes and forms of other origins. They carry this server's session cookie, because browsers send it
/// to every port of the host, regardless of `SameSite`.
@Suite(.timeLimit(.minutes(5))) struct ForeignNavigationTests {
  private typealias Headers = [(String, String)]

  private func run(_ body: (TestServer, RecordingInterceptor, Headers) async throws -> Void) async throws {
    let interceptor = RecordingInterceptor(asksForIframes: true) { _ in true }
    try await TestServer.run(
      configure: { $0.origins = ["https://kiosk.example"] },
      prepare: { $0.bind(interceptor: interceptor) }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      let cookie = try #require(await page.sessionCookie)
      let browser = [("Cookie", cookie), ("Accept", "text/html"), ("Upgrade-Insecure-Requests", "1")]
      try await body(test, interceptor, browser)
      await page.close()
    }
  }

  @Test(arguments: ["same-site", "cross-site"], ["iframe", "frame"]) func framesAreRefused(
    _ site: String, _ destination: String
  ) async throws {
    try await run { test, interceptor, session async throws in
      let iframe = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", destination), ("Sec-Fetch-Site", site)]
      for referrer in [[], [("Referer", "http://localhost:1/page")], [("Referer", "nonsense")]] {
        #expect(try await test.http.request("GET", "/", headers: session + iframe + referrer).status == 403)
      }
      #expect(interceptor.takeQuestions() == [])
      // Pages of this server, and of an origin in the configuration, are allowed.
      for origin in [test.origin, "https://kiosk.example"] {
        let own = [("Referer", "\(origin)/page")]
        #expect(try await test.http.request("GET", "/", headers: session + iframe + own).status == 204)
      }
    }
  }

  @Test(arguments: [nil, "same-site", "cross-site"]) func formsAreRefused(_ site: String?) async throws {
    try await run { test, interceptor, session async throws in
      let fetch: Headers =
        site.map { [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Site", $0)] } ?? []
      for origin in ["http://localhost:1", "https://evil.example", "null"] {
        let headers = session + fetch + [("Origin", origin)]
        #expect(try await test.http.request("POST", "/", headers: headers, body: [1]).status == 403)
      }
      #expect(interceptor.takeQuestions() == [])
      let own = session + fetch + [("Origin", test.origin)]
      #expect(try await test.http.request("POST", "/", headers: own, body: [1]).status == 204)
    }
  }

  /// A page that hides its referrer sends its forms with `Origin: null`. The browser still sends the header
  /// `Sec-Fetch-Site: same-origin`.
  @Test func aFormOfOursThatHidesItsOriginIsTaken() async throws {
    try await run { test, interceptor, session async throws in
      let form = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Site", "same-origin")]
      let headers = session + form + [("Origin", "null")]
      #expect(try await test.http.request("POST", "/", headers: headers, body: [1]).status == 204)
      #expect(interceptor.takeQuestions() == ["url /"])
    }
  }
}
