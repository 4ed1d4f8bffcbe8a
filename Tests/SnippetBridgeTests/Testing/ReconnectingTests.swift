import SnippetBridge
import SnippetBridgeTesting
import Testing

/// A page that comes back by itself, as the shim does.
@Suite(.timeLimit(.minutes(5))) struct ReconnectingTests {
  @Test func aSocketThatEndsIsReplaced() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url, reconnects: true)
      // The server ends the socket for that.
      try await page.send(frame: "nonsense")
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
      // Has said something, so it is not new.
      #expect(try await page.call("addingOne", 1) == 2)
      await page.cut()
      let other = try await TestPage.open(test.url, webView: await page.webView, cookie: await page.sessionCookie)
      await #expect(throws: TestPageError.gone) { try await page.connect() }
      await other.close()
    }
  }
}
