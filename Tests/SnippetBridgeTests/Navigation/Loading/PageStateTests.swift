import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// The page state that a program observes, and the commands that a program sends to the page. The test simulates the
/// page.
@Suite(.timeLimit(.minutes(5))) struct PageStateTests {
  private func run(
    files: [String: String] = ["index.html": "<!doctype html>", "next.html": "<!doctype html>"],
    _ body: (TestServer, inout HandmadeClient, WebSocketClient, WebView) async throws -> Void
  ) async throws {
    try await TestServer.run(files: files) { test async throws in
      var page = HandmadeClient(test)
      let socket = try await page.socketWithHello()
      let webView = try #require(test.server.webViews.first)
      try await body(test, &page, socket, webView)
      socket.cut()
    }
  }

  private func wait<Value: Equatable & Sendable>(
    for value: Value, in values: some AsyncSequence<Value, Never>
  ) async -> Bool {
    for await present in values where present == value { return true }
    return false
  }

  /// Requests a document like a browser after a click on a link.
  private func navigate(_ test: TestServer, _ page: HandmadeClient, to path: String) async throws -> HTTPReply {
    try await test.http.request(
      "GET", path,
      headers: [
        ("Cookie", page.cookie ?? ""), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"),
        ("Referer", test.origin + "/"),
      ])
  }

  @Test func aPageTellsItsTitleAddressAndHistory() async throws {
    try await run { test, page, socket, webView async throws in
      #expect(webView.title == "")
      #expect(!webView.navigator.canGoBack)
      try await socket.send(
        """
        event 1 title "Prices"
        event 2 history {"back":true,"forward":false}
        event 3 location "\(test.origin)/#a"
        event 4 title 7
        event 5 history "nonsense"
        event 6 title "Prices, again"
        """)
      #expect(await wait(for: "Prices, again", in: webView.titleUpdates))
      #expect(webView.title == "Prices, again")
      #expect(webView.navigator.canGoBack && !webView.navigator.canGoForward)
      #expect(webView.url?.fragment() == "a")
      #expect(await wait(for: URL(string: "\(test.origin)/#a"), in: webView.urlUpdates))
    }
  }

  @Test("S21: theme color, icon and loading can be observed") func aPageTellsItsLook() async throws {
    try await run { _, page, socket, webView async throws in
      #expect(webView.themeColor == nil && webView.favicon == nil)
      try await socket.send(
        """
        event 1 theme "#123456"
        event 2 icon "https://apple.com/favicon.ico"
        event 3 loaded true
        """)
      #expect(await wait(for: "#123456", in: webView.themeColorUpdates))
      #expect(await wait(for: URL(string: "https://apple.com/favicon.ico"), in: webView.faviconUpdates))
      #expect(await wait(for: false, in: webView.isLoadingUpdates))
      // Icon URLs with the scheme `javascript` and theme colors that are too long are dropped.
      try await socket.send(
        """
        event 4 icon "javascript:alert(1)"
        event 5 theme "\(String(repeating: "x", count: 101))"
        """)
      #expect(await wait(for: nil, in: webView.themeColorUpdates))
      #expect(webView.favicon == nil)
    }
  }

  @Test func aLongTitleIsCut() async throws {
    try await run { test, page, socket, webView async throws in
      try await socket.send("event 1 title \"\(String(repeating: "x", count: 60_000))\"")
      #expect(await wait(for: String(repeating: "x", count: 8 << 10), in: webView.titleUpdates))
    }
  }

  @Test func aNavigationIsSeenFromItsRequestToItsLoad() async throws {
    try await run { test, page, socket, webView async throws in
      try await socket.send("event 1 ready null\nevent 2 loaded true")
      #expect(await wait(for: .loaded, in: webView.loadingStateUpdates))
      #expect(webView.estimatedProgress == 1)
      #expect(try await navigate(test, page, to: "/next.html").status == 200)
      #expect(webView.isLoading)
      #expect(webView.estimatedProgress == 0.6)
      // Say hello as the next document.
      var next = HandmadeClient(test)
      (next.document, next.cookie, next.webView) = (String(repeating: "c", count: 32), page.cookie, webView.id)
      (next.documentHeader, next.order) = (next.document, 2)
      let socket = try await next.socketWithHello()
      try await socket.send("event 1 ready null")
      #expect(await wait(for: 0.8, in: webView.estimatedProgressUpdates))
      try await socket.send("event 2 loaded true")
      #expect(await wait(for: 1, in: webView.estimatedProgressUpdates))
      #expect(await wait(for: .loaded, in: webView.loadingStateUpdates))
      socket.cut()
    }
  }

  @Test func anAddressOfAnotherOriginIsIgnored() async throws {
    try await run { test, page, socket, webView async throws in
      for (number, url) in [(1, "https://bank.example/"), (2, "nonsense"), (3, test.origin + "/own")] {
        try await socket.send("event \(number) location \"\(url)\"")
      }
      let urls = webView.urlUpdates
      var seen: [String] = []
      for await url in urls {
        seen.append(url?.absoluteString ?? "")
        if url?.path == "/own" { break }
      }
      #expect(!seen.contains { $0.contains("bank.example") || $0.contains("nonsense") })
    }
  }

  @Test func anErrorsStatusIsAFailure() async throws {
    try await run { test, page, socket, webView async throws in
      #expect(try await navigate(test, page, to: "/nothing").status == 404)
      guard case .failed(let error as NavigationError) = webView.loadingState else {
        Issue.record("\(webView.loadingState)")
        return
      }
      #expect(error.status == 404)
      #expect(webView.estimatedProgress == 1)
    }
  }

  @Test func whatIsHandledIsNoNavigation() async throws {
    try await run { test, page, socket, webView async throws in
      try await socket.send("event 1 ready null\nevent 2 loaded true")
      #expect(await wait(for: .loaded, in: webView.loadingStateUpdates))
      webView.bind(interceptor: RecordingInterceptor { _ in true })
      #expect(try await navigate(test, page, to: "/next.html").status == 204)
      #expect(webView.loadingState == .loaded)
      #expect(webView.estimatedProgress == 1)
    }
  }

  @Test func anIframeInAPageIsNotItsNavigation() async throws {
    try await run { test, page, socket, webView async throws in
      try await socket.send("event 1 ready null\nevent 2 loaded true")
      #expect(await wait(for: .loaded, in: webView.loadingStateUpdates))
      let headers = [
        ("Cookie", page.cookie ?? ""), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe"),
        ("Sec-Fetch-Site", "same-origin"), ("Referer", test.origin + "/"),
      ]
      #expect(try await test.http.request("GET", "/next.html", headers: headers).status == 200)
      #expect(webView.loadingState == .loaded)
    }
  }

  @Test func commandsWaitUntilThePageHears() async throws {
    try await run { test, page, socket, webView async throws in
      webView.navigator.goBack()
      try await socket.send("event 1 hears true")
      try await received("event navigator [\"back\"]", on: socket)
      webView.navigator.goForward()
      webView.navigator.stop()
      webView.navigator.load(url: try #require(URL(string: "https://apple.com/a%2Fb")))
      try await received(
        "event navigator [\"forward\"]", "event navigator [\"stop\"]",
        "event navigator [\"load\",\"https://apple.com/a%2Fb\"]", on: socket)
    }
  }

  @Test func aPathIsDataForThePage() async throws {
    try await run { test, page, socket, webView async throws in
      try await socket.send("event 1 ready null\nevent 2 hears true")
      webView.navigator.pushState(path: "/a'b\"c\n</script>")
      try await received("invoke 1 _bridge.state [\"/a'b\\\"c\\n</script>\",false]", on: socket)
      let (errors, failed) = AsyncStream<String>.makeStream()
      webView.navigator.replaceState(path: "/x") { _, error in failed.yield("\(error as (any Error)?)") }
      try await received("invoke 2 _bridge.state [\"/x\",true]", on: socket)
      try await socket.send("throw 3 2 {\"message\":\"no\"}")
      var iterator = errors.makeAsyncIterator()
      #expect(await iterator.next()?.contains("no") == true)
    }
  }

  /// Reads wire messages until `expected` lines have arrived, in this order.
  private func received(_ expected: String..., on socket: WebSocketClient) async throws {
    var left = expected[...]
    var seen: [String] = []
    while !left.isEmpty, seen.count < 50 {
      for line in try await socket.receive().split(separator: "\n").map(String.init) {
        if line == left.first { left.removeFirst() }
        seen.append(line)
      }
    }
    #expect(left.isEmpty, "\(seen)")
  }
}
