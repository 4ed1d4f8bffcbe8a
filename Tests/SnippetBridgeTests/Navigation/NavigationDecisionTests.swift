import DSBridgeLocks
import Dispatch
import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Decisions about navigations: when the server asks the interceptor and the policy, in which order, and what the
/// result is.
@Suite(.timeLimit(.minutes(5))) struct NavigationDecisionTests {
  private func run(
    _ interceptor: (any NavigationInterceptor)? = nil, policy: NavigationPolicy = .everything,
    timeLimit: Duration = .seconds(60), router: Router<BasicRequestContext> = Router(),
    _ body: (TestServer, TestPage) async throws -> Void
  ) async throws {
    try await TestServer.run(
      files: ["index.html": "<!doctype html>"],
      configure: {
        $0.navigationPolicy = policy
        $0.interceptorTimeLimit = timeLimit
      },
      prepare: { webView in
        webView.addInterface(Fixture(), by: nil)
        webView.bind(interceptor: interceptor)
      },
      router: router
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      try await body(test, page)
      await page.close()
    }
  }

  private func isHandled(_ page: TestPage, _ url: String) async throws -> Bool {
    try await page.call("_bridge.intercept", ["url": url], as: Bool.self)
  }

  @Test(arguments: ["https://apple.com/a%2Fb?c", "tel:+49-30-1", "myapp:open", "mailto:a@b.example", "about:blank"])
  func otherOriginsAndSchemesAreAskedAbout(url: String) async throws {
    let interceptor = AddressRecorder()
    try await run(interceptor) { _, page async throws in
      #expect(try await isHandled(page, url))
      #expect(interceptor.addresses == [url])
    }
  }

  @Test func anInterceptorThatOverstaysIsNotWaitedFor() async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    try await run(BlockedInterceptor(gate: gate), timeLimit: .milliseconds(50)) { _, page async throws in
      #expect(try await !isHandled(page, "https://apple.com/"))
      #expect(try await page.call("addingOne", 1) == 2)
    }
  }

  @Test func thePolicyIsAskedAfterTheInterceptor() async throws {
    let policy = NavigationPolicy(allow: ["apple.com", "tel:"])
    let interceptor = RecordingInterceptor { $0 == "/handled" }
    try await run(interceptor, policy: policy) { test, page async throws in
      let webView = try #require(test.server.webViews.first)
      let events = webView.events
      #expect(try await !isHandled(page, "https://www.apple.com/"))
      #expect(try await !isHandled(page, "tel:1"))
      #expect(try await !isHandled(page, "\(test.origin)/own"))
      #expect(try await isHandled(page, "https://evil.example/handled"))
      #expect(try await isHandled(page, "https://notapple.com/"))
      // The program receives one event. It receives none for the navigation that the interceptor handled.
      webView.close()
      var denied: [String] = []
      for await event in events {
        if case .navigationDenied(let url, let reason) = event { denied.append("\(url) \(reason)") }
      }
      #expect(denied.count == 1)
      #expect(denied.first?.hasPrefix("https://notapple.com/ ") == true)
    }
  }

  /// With a policy and no interceptor, pages ask only about documents, not about history entries: each question would
  /// block the page.
  @Test func forAPolicyAloneAPageAsksAboutDocuments() async throws {
    try await run(policy: NavigationPolicy(deny: ["ads.example"])) { test, page async throws in
      let other = HandmadeClient(test)
      let hello = try await other.post("/_bridge/hello", other.helloBody)
      #expect(hello.text.contains("\"intercept\":\"url\""))
      // The test page follows this setting, so it does not ask the server about the new history entry.
      #expect(try await page.pushState("/anything"))
    }
  }

  @Test func aPrefetchIsNoNavigation() async throws {
    let interceptor = RecordingInterceptor { _ in true }
    try await run(interceptor) { test, page async throws in
      let cookie = try #require(await page.sessionCookie)
      let headers = [
        ("Cookie", cookie), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"),
        ("Sec-Purpose", "prefetch;anonymous-client-ip"),
      ]
      #expect(try await test.http.request("GET", "/", headers: headers).status == 200)
      #expect(interceptor.takeQuestions() == [])
    }
  }

  @Test func thePageIsToldThatItWasStopped() async throws {
    try await run(policy: NavigationPolicy(deny: ["ads.example"])) { test, page async throws in
      #expect(await page.isIntercepting)
      let messages = await page.messages()
      #expect(try await isHandled(page, "https://ads.example/x"))
      while let message = try await messages.next() {
        guard let line = message.lines.first(where: { $0.hasPrefix("event denied ") }) else { continue }
        #expect(line.contains("ads.example"))
        break
      }
    }
  }

  /// After a redirect to another server, this server receives no further request. So it must decide about the redirect
  /// itself.
  @Test func aRoutesRedirectToAnotherServerIsDecidedFirst() async throws {
    let router = Router()
    router.get("/pay") { _, _ in Response(status: .seeOther, headers: [.location: "https://pay.example/a?b"]) }
    router.get("/evil") { _, _ in Response(status: .seeOther, headers: [.location: "//evil.example/"]) }
    let interceptor = RecordingInterceptor { $0 == "/a" }
    try await run(interceptor, policy: NavigationPolicy(deny: ["evil.example"]), router: router) {
      test, page async throws in
      let cookie = try #require(await page.sessionCookie)
      func status(of path: String) async throws -> Int {
        let headers = [("Cookie", cookie), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
        return try await test.http.request("GET", path, headers: headers).status
      }
      #expect(try await status(of: "/pay") == 204)
      #expect(try await status(of: "/evil") == 403)
      #expect(interceptor.takeQuestions() == ["url /pay", "url /a?b", "url /evil", "url /"])
      // A fetch is not a navigation, so no decision is made.
      #expect(try await test.http.request("GET", "/pay").status == 303)
    }
  }

  /// The server asks the interceptor even if no page has asked, for example after a navigation from the address bar.
  @Test func aRouteIsAskedAboutBeforeItsHandlerRuns() async throws {
    let sizes = Mutex<[Int]>([])
    let router = Router()
    for path: RouterPath in ["/handled", "/orders"] {
      router.get(path) { _, _ in "shown" }
      router.post(path) { request, _ in
        var size = 0
        for try await piece in request.body { size += piece.count }
        sizes.withLock { $0.append(size) }
        return "stored"
      }
    }
    let interceptor = RecordingInterceptor { $0 == "/handled" }
    try await run(interceptor, router: router) { test, page async throws in
      let cookie = try #require(await page.sessionCookie)
      func answer(_ method: String, _ path: String, _ body: String = "") async throws -> HTTPReply {
        let headers = [
          ("Cookie", cookie), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"),
          ("Sec-Fetch-Site", "same-origin"), ("Origin", test.origin),
        ]
        return try await test.http.request(method, path, headers: headers, body: Array(body.utf8))
      }
      #expect(try await answer("GET", "/handled").status == 204)
      #expect(try await answer("POST", "/handled", "lost").status == 204)
      #expect(try await answer("GET", "/orders").text == "shown")
      // The form is streamed to the handler after the interceptor has decided. It is too large to be buffered.
      let form = String(repeating: "a=b&", count: 5 << 20)
      #expect(try await answer("POST", "/orders", form).text == "stored")
      #expect(sizes.withLock { $0 } == [form.utf8.count])
      #expect(try await answer("DELETE", "/orders").status == 405)
      #expect(interceptor.takeQuestions() == ["url /handled", "url /handled", "url /orders", "url /orders"])
      // A fetch is not a navigation, so no decision is made.
      #expect(try await test.http.request("GET", "/handled").status == 200)
      #expect(interceptor.takeQuestions() == [])
    }
  }

  @Test func browsersGetThePolicyToo() async throws {
    try await run(policy: NavigationPolicy(allow: ["https://pay.example"])) { test, _ async throws in
      let page = try await test.http.request("GET", "/")
      let policies = page.headers.filter { $0.name.lowercased() == "content-security-policy" }.map(\.value)
      let policy = try #require(policies.first)
      #expect(policy.contains("frame-src 'self' https://pay.example"))
      #expect(policy.contains("form-action 'self' https://pay.example"))
    }
    try await run { test, _ async throws in
      #expect(try await test.http.request("GET", "/")["Content-Security-Policy"]?.contains("frame-src") != true)
    }
  }
}

/// An interceptor that handles everything and records the URLs exactly as received.
private final class AddressRecorder: NavigationInterceptor {
  private let asked = Mutex<[String]>([])
  var addresses: [String] { asked.withLock { $0 } }

  func handleIntercept(_ intercept: NavigationRequest) -> Bool {
    if case .url(let url) = intercept { asked.withLock { $0.append(url.absoluteString) } }
    return true
  }
}

/// An interceptor that blocks until the gate is opened.
private struct BlockedInterceptor: NavigationInterceptor {
  let gate: DispatchSemaphore

  func handleIntercept(_ intercept: NavigationRequest) -> Bool {
    gate.wait()
    return true
  }
}
