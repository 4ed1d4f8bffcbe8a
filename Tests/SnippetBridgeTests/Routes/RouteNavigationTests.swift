import Foundation
import HTTPTypes
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// The loading state and the progress of a web view if a route of the program answers the navigation.
@Suite(.timeLimit(.minutes(5))) struct RouteNavigationTests {
  private struct Broken: Error {}

  private func run(
    _ fill: (Router<BasicRequestContext>) -> Void, configure: (inout BridgeConfiguration) -> Void = { _ in },
    _ body: (TestServer, TestPage, WebView) async throws -> Void
  ) async throws {
    try await TestServer.run(configure: configure, fill) { test async throws in
      let page = try await TestPage.open(test.url)
      try await body(test, page, try #require(test.server.webViews.first))
      await page.close()
    }
  }

  private func navigate(
    _ test: TestServer, _ page: TestPage, _ method: String = "GET", to path: String, more: [(String, String)] = []
  ) async throws -> HTTPReply {
    let headers = [
      ("Cookie", try #require(await page.sessionCookie)), ("Sec-Fetch-Mode", "navigate"),
      ("Sec-Fetch-Dest", "document"), ("Referer", test.origin + "/"),
    ]
    return try await test.http.request(method, path, headers: headers + more)
  }

  private func failure(_ state: LoadingState) -> NavigationError? {
    if case .failed(let error) = state { error as? NavigationError } else { nil }
  }

  @Test("S21: a response of a known length reports its bytes") func itGrowsWithTheBytes() async throws {
    let gate = Gate()
    try await run({ router in
      router.get("long") { _, _ in
        let half = [UInt8](repeating: 0x20, count: 100_000)
        let body = ResponseBody(contentLength: 200_000) { writer in
          try await writer.write(half)
          await gate.wait()
          try await writer.write(half)
        }
        return Response(status: .ok, headers: [.contentType: "text/html"], body: body)
      }
    }) { test, page, webView in
      async let reply = navigate(test, page, to: "/long")
      for await progress in webView.estimatedProgressUpdates where (0.44..<0.46).contains(progress) { break }
      gate.open()
      let status = try await reply.status
      #expect(status == 200)
      for await progress in webView.estimatedProgressUpdates where progress == 0.6 { break }
    }
  }

  @Test func itGrowsFromTheRequestToTheAnswer() async throws {
    let (asked, gate) = (Gate(), Gate())
    try await run({ router in
      router.get("slow") { _, _ in
        asked.open()
        await gate.wait()
        return "there"
      }
      router.get("prompt") { _, _ in "there" }
    }) { test, page, webView async throws in
      async let reply = navigate(test, page, to: "/slow")
      await asked.wait()
      #expect(webView.isLoading && webView.estimatedProgress == 0.1)
      gate.open()
      #expect(try await reply.text == "there")
      #expect(webView.isLoading && webView.estimatedProgress == 0.6)
      #expect(try await navigate(test, page, to: "/prompt").text == "there")
      #expect(webView.isLoading && webView.estimatedProgress == 0.6)
      // A request that is not a navigation does not start loading.
      webView.navigator.stop()
      #expect(try await test.http.request("GET", "/prompt").status == 200)
      #expect(!webView.isLoading)
    }
  }

  @Test(arguments: [("GET", "/missing", 404), ("GET", "/broken", 500), ("POST", "/missing", 405)])
  func aBadStatusIsAFailure(method: String, path: String, status: Int) async throws {
    try await run({ router in
      router.get("missing") { _, _ -> String in throw HTTPError(.notFound) }
      router.get("broken") { _, _ async throws -> String in throw Broken() }
    }) { test, page, webView async throws in
      let reply = try await navigate(test, page, method, to: path, more: [("Origin", test.origin)])
      #expect(reply.status == status)
      let failure = failure(webView.loadingState)
      #expect(failure?.status == status && failure?.url.path() == path)
    }
  }

  @Test func whatKeepsThePageEndsIt() async throws {
    try await run(
      { router in
        router.get("nothing") { _, _ in HTTPResponse.Status.noContent }
        router.get("elsewhere") { _, _ in
          Response(status: .found, headers: [.location: "http://elsewhere.example/"], body: ResponseBody())
        }
      }, configure: { $0.interceptor = RecordingInterceptor { $0 == "/" } }
    ) { test, page, webView async throws in
      for path in ["/nothing", "/elsewhere"] {
        #expect(try await navigate(test, page, to: path).status == 204)
        #expect(!webView.isLoading && webView.estimatedProgress == 1, "\(path)")
      }
    }
  }

  @Test func anIframeOfAnotherOriginIsNotThePagesNavigation() async throws {
    try await run({ $0.get("prompt") { _, _ in "there" } }) { test, page, webView async throws in
      webView.navigator.stop()
      let iframe = [("Cookie", try #require(await page.sessionCookie)), ("Sec-Fetch-Mode", "navigate")]
      let foreign = [("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Site", "same-site"), ("Referer", "http://localhost:1/")]
      #expect(try await test.http.request("GET", "/prompt", headers: iframe + foreign).status == 200)
      #expect(!webView.isLoading)
    }
  }
}
