import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Tabs that are closed, and tabs that load their next document.
@Suite(.timeLimit(.minutes(5))) struct TabTests {
  /// Opens a handmade page with a socket, and returns its web view's events as well.
  private func open(_ test: TestServer, document: Character) async throws -> (
    page: HandmadeClient, socket: WebSocketClient, events: AsyncStream<WebView.Event>
  ) {
    var page = HandmadeClient(test)
    page.document = String(repeating: document, count: 32)
    page.documentHeader = page.document
    let ticket = try await page.hello()
    let events = try #require(test.server.webViews.last).events
    let socket = try await page.socket()
    try await socket.send(page.socketHello(ticket))
    #expect(try await socket.receive().hasPrefix("welcome "))
    return (page, socket, events)
  }

  private func finish(_ events: AsyncStream<WebView.Event>) async {
    for await _ in events {}
  }

  @Test(.timeLimit(.minutes(2))) func aClosedTabsWebViewIsFreedWithItsInterfaces() async throws {
    let (freed, sink) = AsyncStream<Void>.makeStream()
    try await TestServer.run(
      configure: { $0.webViews.closeDelay = .milliseconds(50) },
      prepare: { $0.addInterface(Witness { sink.yield() }, by: nil) }
    ) { test async throws in
      let (page, socket, events) = try await open(test, document: "a")
      weak let webView = test.server.webViews.first
      #expect(webView != nil)
      #expect(try await page.post("/_bridge/leave", "").status == 204)
      socket.cut()
      await finish(events)
      #expect(test.server.webViews.isEmpty)
      for await _ in freed { break }
      while webView != nil, !Task.isCancelled { await Task.yield() }
    }
  }

  /// The close code 1001 ends the web view even without the request to `/_bridge/leave`, which Firefox does not always
  /// send.
  @Test(.timeLimit(.minutes(2)), arguments: [1001, 1000])
  func aSocketThatTheBrowserEndsSaysSoToo(code: UInt16) async throws {
    try await TestServer.run(configure: { $0.webViews.closeDelay = .milliseconds(50) }) { test async throws in
      let first = try await open(test, document: "a")
      let second = try await open(test, document: "c")
      try await first.socket.close(code: code)
      _ = try await first.socket.ended()
      try await second.socket.close(code: 1001)
      await finish(second.events)
      if code == 1001 { await finish(first.events) }
      #expect(test.server.webViews.count == (code == 1001 ? 0 : 1))
    }
  }

  /// The hello of the next document may take longer than the close delay.
  @Test(.timeLimit(.minutes(2))) func aTabThatLoadsItsNextDocumentKeepsItsWebView() async throws {
    try await TestServer.run(configure: { $0.webViews.closeDelay = .milliseconds(50) }) { test async throws in
      var (page, socket, _) = try await open(test, document: "a")
      let webView = try #require(test.server.webViews.first).id
      let navigation = [("Sec-Fetch-Mode", "navigate"), ("Cookie", page.cookie ?? "")]
      #expect(try await test.http.request("GET", "/", headers: navigation).status == 200)
      #expect(try await page.post("/_bridge/leave", "").status == 204)
      socket.cut()
      // Close another web view after the tested one. When its end is reported, the close delay of the tested one has
      // passed too.
      let other = try await open(test, document: "c")
      #expect(try await other.page.post("/_bridge/leave", "").status == 204)
      other.socket.cut()
      await finish(other.events)
      #expect(test.server.webViews.map(\.id) == [webView])

      page.document = String(repeating: "d", count: 32)
      page.documentHeader = page.document
      page.webView = webView
      _ = try await page.hello()
      #expect(test.server.webViews.map(\.id) == [webView])
      // The next document has said hello. From now on, leaving ends the web view.
      let events = try #require(test.server.webViews.first).events
      #expect(try await page.post("/_bridge/leave", "").status == 204)
      await finish(events)
    }
  }

  /// The web view stays while its next document is awaited. A PDF never sends a hello, and the hello of another tab
  /// does not end the wait.
  @Test(.timeLimit(.minutes(2)), arguments: ["/paper.pdf", "/other.html", "/nope"])
  func anotherTabsHelloDoesNotEndTheWait(path: String) async throws {
    let files = ["index.html": "<!doctype html>", "other.html": "<!doctype html>", "paper.pdf": "%PDF-"]
    try await TestServer.run(files: files, configure: { $0.webViews.closeDelay = .milliseconds(50) }) {
      test async throws in
      let (page, socket, _) = try await open(test, document: "a")
      let webView = try #require(test.server.webViews.first).id
      let navigation = [("Sec-Fetch-Mode", "navigate"), ("Cookie", page.cookie ?? "")]
      let reply = try await test.http.request("GET", path, headers: navigation)
      #expect(reply.status == (path == "/nope" ? 404 : 200))
      // The browser shows this document from its cache, without a request.
      var tab = page
      tab.document = String(repeating: "e", count: 32)
      tab.documentHeader = tab.document
      _ = try await tab.hello()
      #expect(try await page.post("/_bridge/leave", "").status == 204)
      socket.cut()
      // Close another web view after the tested one. When its end is reported, the close delay of the tested one has
      // passed too.
      let other = try await open(test, document: "c")
      #expect(try await other.page.post("/_bridge/leave", "").status == 204)
      other.socket.cut()
      await finish(other.events)
      #expect(test.server.webViews.count == 2)
      #expect(test.server.webViews.first?.id == webView)
    }
  }

  /// The next document of a test page may arrive after `closeDelay`. The web view must survive until then, because the
  /// close code of a test page that navigates does not announce a closed tab.
  @Test(.timeLimit(.minutes(2))) func aTestPageThatNavigatesKeepsItsWebView() async throws {
    try await TestServer.run(configure: { $0.webViews.closeDelay = .milliseconds(50) }) { test async throws in
      let page = try await TestPage.open(test.url)
      let id = try #require(await page.webView)
      var events = try #require(test.server.webViews.first).events.makeAsyncIterator()
      try await page.navigate(isReady: false, isConnected: false)
      while let event = await events.next(), event != .disconnected {}

      // Close another web view after the tested one. When its end is reported, the close delay of the tested one has
      // passed too.
      let other = try await open(test, document: "c")
      #expect(test.server.webViews.count == 2)
      try await other.socket.close(code: 1001)
      await finish(other.events)
      #expect(test.server.webViews.map(\.id) == [id])

      try await page.connect()
      #expect(await page.webView == id)
      #expect(try await page.call("addingOne", 1) == 2)
      let last = try #require(test.server.webViews.first).events
      await page.close()
      await finish(last)
      #expect(test.server.webViews.isEmpty)
    }
  }

  /// A late hello of an earlier document does not take over the web view.
  @Test func aTestPageCountsItsDocuments() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      let id = try #require(await page.webView)
      var late = HandmadeClient(test)
      late.cookie = await page.sessionCookie
      late.webView = id
      for order in 1...3 {
        late.order = order
        late.document = String(repeating: "\(order)", count: 32)
        late.documentHeader = late.document
        let reply = try await late.post("/_bridge/hello", late.helloBody)
        #expect(reply.status == 200 && !reply.text.contains(id), "\(order)")
        try await page.navigate()
      }
      #expect(await page.webView == id)
      await page.close()
    }
  }

  @Test(.timeLimit(.minutes(2))) func nobodyElseCloses() async throws {
    try await TestServer.run(configure: { $0.webViews.closeDelay = .milliseconds(50) }) { test async throws in
      let victim = try await open(test, document: "a")
      let other = try await open(test, document: "c")
      var forged = other.page
      forged.documentHeader = victim.page.document
      #expect(try await forged.post("/_bridge/leave", "").status == 204)
      var foreign = victim.page
      foreign.origin = "http://other.test"
      #expect(try await foreign.post("/_bridge/leave", "").status == 403)
      var form = victim.page
      form.documentHeader = nil
      #expect(try await form.post("/_bridge/leave", "").status == 403)
      form.documentHeader = "no id"
      #expect(try await form.post("/_bridge/leave", "").status == 400)
      victim.socket.cut()
      #expect(try await other.page.post("/_bridge/leave", "").status == 204)
      other.socket.cut()
      await finish(other.events)
      #expect(test.server.webViews.count == 1)
    }
  }
}
