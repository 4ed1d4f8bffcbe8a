import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Test pages that reconnect by themselves, as the page script does.
@Suite(.timeLimit(.minutes(5))) struct ReconnectingTests {
  @Test func aSocketThatEndsIsReplaced() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url, reconnects: true)
      // The server closes the socket after invalid input.
      try await page.send(message: "nonsense")
      #expect(try await page.post("tick", 1, as: Int.self).all() == [2, 3, 4])
      await page.close()
    }
  }

  @Test func aPageThatWasCutStaysAway() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url, reconnects: true)
      var events = try #require(test.server.webViews.first).events.makeAsyncIterator()
      await page.cut()
      while let event = await events.next(), event != .disconnected {}
      let values = try await page.post("tick", 1, as: Int.self)
      #expect(await page.unconfirmedMessages > 0)
      try await page.connect()
      #expect(try await values.all() == [2, 3, 4])
      await page.close()
    }
  }

  @Test func aForgottenDocumentIsTold() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url, reconnects: true)
      // Make a call first, so that the document is not new.
      #expect(try await page.call("addingOne", 1) == 2)
      await page.cut()
      let other = try await TestPage.open(test.url, webView: await page.webView, cookie: await page.sessionCookie)
      await #expect(throws: TestPageError.gone) { try await page.connect() }
      await #expect(throws: TestPageError.gone) { try await page.ask("addingOne", 1, as: Int.self) }
      await #expect(throws: TestPageError.gone) { try await page.post("tick", 1, as: Int.self) }
      await other.close()
    }
  }
}
