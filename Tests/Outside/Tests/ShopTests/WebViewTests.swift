import Shop
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// The properties and operations of a web view.
@Suite(.timeLimit(.minutes(5))) struct WebViewTests {
  @Test func itKnowsWhoShowsIt() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, server in
      let webView = try #require(server.webViews.first)
      let client = try #require(webView.client)
      #expect(client.peer == "127.0.0.1")
      #expect(!client.session.isEmpty)
      let url = try await server.url()
      #expect(webView.url == url)
      #expect(webView.isConnected)
    }
  }

  @Test func aPageThatIsToldToLoadsAnew() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, server in
      let before = await page.webView
      _ = try await page.ask("display.reload", as: String.self).value()
      let ending = try await page.closed()
      #expect(ending.reason == "gone")
      // Navigate, as a browser does when Swift tells it to reload the page.
      try await page.navigate()
      let after = await page.webView
      #expect(after == before)
    }
  }

  @Test func aClosedWebViewIsNoMore() async throws {
    let shop = Shop()
    try await withTestPage(prepare: shop.prepare) { page, server in
      // Do not wait for the answer, which may be lost.
      _ = try await page.ask("display.leave", as: String.self)
      let ending = try await page.closed()
      #expect(ending.reason == "gone")
      let last = await shop.visits.entries.first { $0.event == .closed }
      #expect(last?.webView == (await page.webView))
      #expect(server.webViews.isEmpty)
    }
  }

  /// A task that `prepare` starts reads the events. The task may start at any time.
  @Test func noReaderMissesTheFirstEvent() async throws {
    let shop = Shop()
    try await withTestPage(prepare: shop.prepare) { page, server in
      let url = try await server.url()
      var others: [TestPage] = []
      for _ in 1...20 { others.append(try await TestPage.open(url)) }
      var first: [String: WebView.Event] = [:]
      for await entry in shop.visits.entries {
        if first[entry.webView] == nil { first[entry.webView] = entry.event }
        if first.count == others.count + 1 { break }
      }
      for event in first.values { #expect(event == .documentChanged(location: url.absoluteString)) }
      for other in others { await other.close() }
    }
  }

  @Test func anAsyncFunctionGivesItsResultToACallback() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, _ in
      let weights = try await page.post("scale.weigh", as: Double.self).all()
      #expect(weights == [1.5])
    }
  }
}
