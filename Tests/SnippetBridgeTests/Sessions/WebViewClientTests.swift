import SnippetBridge
import SnippetBridgeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct WebViewClientTests {
  /// Tests the chat of docs/guides/writing-a-program.md.
  @Test func anInterfaceReachesTheServer() async throws {
    try await TestServer.run { test async throws in
      let pages = [try await TestPage.open(test.url), try await TestPage.open(test.url)]
      var heard: [AsyncStream<String>] = []
      for page in pages {
        let (words, sink) = AsyncStream<String>.makeStream()
        await page.register("heard") { arguments in
          sink.yield(try arguments.decode(String.self, at: 0))
          return nil
        }
        heard.append(words)
      }
      _ = try await pages[0].callText("say", #""hello""#)
      for words in heard { for await text in words { #expect(text == "hello"); break } }
      for page in pages { await page.close() }
    } making: { configuration, _ in
      try BridgeServer(configuration: configuration) { webView, server in
        webView.addInterface(Chat(of: server), by: nil)
      }
    }
  }

  @Test func aProgramKnowsWhoShowsAWebView() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      let webView = try #require(test.server.webViews.first)
      let client = try #require(webView.client)
      #expect(client.peer == "127.0.0.1")
      #expect(client.userAgent?.isEmpty != true)
      #expect(webView.url == test.url)
      #expect(webView.isConnected)
      // Check that the browser's next document has the same session, and that another browser has a different one.
      try await page.navigate()
      #expect(webView.client?.session == client.session)
      let other = try await TestPage.open(test.url)
      #expect(Set(test.server.webViews.compactMap(\.client?.session)).count == 2)
      #expect(WebView().client == nil)
      await other.close()
      await page.close()
    }
  }

  @Test func aLongUserAgentIsCutAlsoWithinACharacter() async throws {
    try await TestServer.run { test async throws in
      var client = HandmadeClient(test)
      client.userAgent = "a" + String(repeating: "é", count: 1000)
      _ = try await client.hello()
      let userAgent = try #require(test.server.webViews.first?.client?.userAgent)
      #expect(userAgent.utf8.count > 1000 && userAgent.utf8.count <= 1026)
      #expect(userAgent.hasSuffix("\u{FFFD}"))
    }
  }
}
