import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct NavigationTests {
  private let files = [
    "index.html": "<!doctype html>", "next.html": "<!doctype html>", "folder/index.html": "<!doctype html>",
    "native/index.html": "<!doctype html>",
  ]

  private func run(_ body: (TestServer, RecordingInterceptor) async throws -> Void) async throws {
    let interceptor = RecordingInterceptor { $0.hasPrefix("/native") }
    try await TestServer.run(
      files: files,
      prepare: { webView in
        webView.addInterface(Fixture(), by: nil)
        webView.bind(interceptor: interceptor)
      }
    ) { test async throws in
      try await body(test, interceptor)
    }
  }

  @Test func aHandledNavigationLeavesThePage() async throws {
    try await run { test, interceptor in
      let page = try await TestPage.open(test.url)
      let document = await page.documentID
      #expect(try await !page.follow("/native/settings?a=b#c"))
      #expect(interceptor.takeQuestions() == ["url /native/settings?a=b#c"])
      #expect(await page.documentID == document)
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
    }
  }

  @Test func anotherIsAskedOnceAndKeepsTheWebView() async throws {
    try await run { test, interceptor in
      let page = try await TestPage.open(test.url)
      let webView = await page.webView
      #expect(try await page.follow("/next.html?a=%20b"))
      #expect(interceptor.takeQuestions() == ["url /next.html?a=%20b"])
      #expect(await page.webView == webView)
      #expect(try await page.call("addingOne", 1) == 2)
      #expect(test.server.webViews.count == 1)
      await page.close()
    }
  }

  @Test func aFormThatOpensAWindowLeavesThePage() async throws {
    try await run { test, interceptor in
      let page = try await TestPage.open(test.url)
      let webView = try #require(test.server.webViews.first)
      let cookie = try #require(await page.sessionCookie)
      for await state in webView.loadingStateUpdates where state == .loaded { break }
      for isOpened in [true, false] {
        let url = "\(test.origin)/next.html"
        let question: [String: any Encodable & Sendable] = [
          "url": url, "cause": "form", "method": "POST", "isOpened": isOpened,
        ]
        #expect(try await page.call("_bridge.intercept", question, as: Bool.self) == false)
        let headers = [
          ("Cookie", cookie), ("Accept", "text/html"), ("Upgrade-Insecure-Requests", "1"), ("Origin", test.origin),
        ]
        _ = try await test.http.request("POST", "/next.html", headers: headers, body: [1])
        #expect((webView.loadingState == .loaded) == isOpened)
      }
      #expect(interceptor.takeQuestions() == ["url /next.html", "url /next.html"])
      await page.close()
    }
  }

  @Test func aRedirectIsAskedAboutAgain() async throws {
    try await run { test, interceptor in
      let page = try await TestPage.open(test.url)
      #expect(try await page.follow("/folder"))
      #expect(interceptor.takeQuestions() == ["url /folder", "url /folder/"])
      #expect(try await !page.follow("/native"))
      #expect(interceptor.takeQuestions() == ["url /native"])
      await page.close()
    }
  }

  /// The server asks the interceptor about navigations that the page did not report, such as those from the address bar
  /// or in engines without the Navigation API.
  @Test func whatThePageDidNotAskTheServerAsks() async throws {
    try await run { test, interceptor in
      let page = try await TestPage.open(test.url)
      let cookie = try #require(await page.sessionCookie)
      func navigate(_ method: String, _ target: String, _ headers: [(String, String)] = []) async throws -> Int {
        let browser = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Cookie", cookie)]
        return try await test.http.request(method, target, headers: browser + headers).status
      }
      #expect(try await navigate("GET", "/native/a") == 204)
      #expect(try await navigate("POST", "/native/form") == 204)
      #expect(try await navigate("GET", "/next.html") == 200)
      #expect(interceptor.takeQuestions() == ["url /native/a", "url /native/form", "url /next.html"])
      // Other requests are not navigations and are not asked about.
      #expect(try await test.http.request("GET", "/native/", headers: [("Cookie", cookie)]).status == 200)
      let fetch = [("Cookie", cookie), ("Sec-Fetch-Mode", "cors"), ("Accept", "text/html")]
      #expect(try await test.http.request("GET", "/native/", headers: fetch).status == 200)
      #expect(interceptor.takeQuestions() == [])
      // Browsers send no `Sec-Fetch` fields to a plain-http URL of another machine.
      let plain = [("Cookie", cookie), ("Accept", "text/html,*/*"), ("Upgrade-Insecure-Requests", "1")]
      #expect(try await test.http.request("GET", "/native/", headers: plain).status == 204)
      // On such a URL, a page's `fetch` may also accept HTML.
      #expect(try await test.http.request("GET", "/native/", headers: Array(plain.prefix(2))).status == 200)
      #expect(interceptor.takeQuestions() == ["url /native/"])
      await page.close()
    }
  }

  /// The interceptor receives the URL whose document the server would return, regardless of escapes in the link.
  @Test func escapesDoNotLeadRoundTheInterceptor() async throws {
    try await run { test, interceptor in
      let page = try await TestPage.open(test.url)
      for link in ["/%6Eative/", "/native%2F", "/x/../native/"] {
        #expect(try await !page.follow(link), "\(link)")
      }
      let asked = interceptor.takeQuestions()
      #expect(asked.allSatisfy { $0 == "url /native/" }, "\(asked)")
      // After the page has asked about a URL of another server, a request for the same path of this server still needs
      // a decision.
      #expect(try await page.call("_bridge.intercept", ["url": "http://elsewhere.example/next.html"]) == false)
      #expect(try await page.call("_bridge.intercept", ["url": test.origin + "/other"]) == false)
      _ = interceptor.takeQuestions()
      let cookie = try #require(await page.sessionCookie)
      let headers = [("Sec-Fetch-Mode", "navigate"), ("Cookie", cookie)]
      #expect(try await test.http.request("GET", "/next.html", headers: headers).status == 200)
      #expect(interceptor.takeQuestions() == ["url /next.html"])
      await page.close()
    }
  }

  /// A hidden iframe on a foreign site must not trigger actions of this server.
  @Test func framesAndFormsOfOtherSitesAreRefused() async throws {
    let interceptor = RecordingInterceptor(asksForIframes: true) { _ in true }
    try await TestServer.run(files: files, configure: { $0.interceptor = interceptor }) { test async throws in
      for (method, destination, site, status) in [
        ("GET", "iframe", "cross-site", 403), ("POST", "document", "cross-site", 403),
        ("GET", "frame", "same-site", 403), ("GET", "document", "cross-site", 204),
        ("GET", "iframe", "same-origin", 204),
      ] {
        let headers = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", destination), ("Sec-Fetch-Site", site)]
        let reply = try await test.http.request(method, "/native/", headers: headers)
        #expect(reply.status == status, "\(method) \(destination) \(site)")
      }
      #expect(interceptor.takeQuestions().count == 2)
    }
  }

  @Test func theReferringPagesInterceptorIsAsked() async throws {
    let first = RecordingInterceptor { _ in true }
    let second = RecordingInterceptor { _ in false }
    let count = Tally()
    try await TestServer.run(
      files: files,
      prepare: { webView in
        webView.bind(interceptor: count.next() == 1 ? first : second)
      }
    ) { test async throws in
      let one = try await TestPage.open(test.url)
      let cookie = try #require(await one.sessionCookie)
      let two = try await TestPage.open(test.url.appending(path: "next.html"), cookie: cookie)
      func navigate(from referrer: String) async throws -> Int {
        try await test.http.request(
          "GET", "/next.html",
          headers: [("Sec-Fetch-Mode", "navigate"), ("Cookie", cookie), ("Referer", test.origin + referrer)]
        ).status
      }
      #expect(try await navigate(from: "/") == 204)
      #expect(try await navigate(from: "/next.html") == 200)
      #expect(second.takeQuestions() == ["url /next.html"])
      await one.close()
      await two.close()
    }
  }

  @Test func historyEntriesAreAskedAbout() async throws {
    try await run { test, interceptor in
      let page = try await TestPage.open(test.url)
      #expect(try await !page.pushState("/native/x?y#z"))
      #expect(try await page.pushState("/other"))
      #expect(interceptor.takeQuestions() == ["path /native/x?y#z", "path /other"])
      await page.close()
    }
  }

  @Test func theServersInterceptorIsAskedWhereThereIsNoOther() async throws {
    let interceptor = RecordingInterceptor { $0 == "/closed" }
    try await TestServer.run(files: files, configure: { $0.interceptor = interceptor }) { test async throws in
      let stranger = [("Sec-Fetch-Mode", "navigate")]
      #expect(try await test.http.request("GET", "/closed", headers: stranger).status == 204)
      #expect(try await test.http.request("GET", "/", headers: stranger).status == 200)
      let page = try await TestPage.open(test.url)
      #expect(await page.isIntercepting)
      #expect(try await !page.follow("/closed"))
      #expect(interceptor.takeQuestions() == ["url /closed", "url /", "url /closed"])
      await page.close()
    }
  }

  @Test func thePageIsToldWhenAnInterceptorComesAndGoes() async throws {
    let interceptor = RecordingInterceptor { _ in true }
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(await !page.isIntercepting)
      let webView = try #require(test.server.webViews.first)
      let messages = await page.messages()
      webView.bind(interceptor: interceptor)
      while let message = try await messages.next(), !message.lines.contains("event intercept true") {}
      #expect(try await !page.follow("/next.html"))
      webView.bind(interceptor: nil)
      while let message = try await messages.next(), !message.lines.contains("event intercept false") {}
      #expect(await !page.isIntercepting)
      await page.close()
    }
  }
}
