import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Hellos that are late or contradictory.
@Suite(.timeLimit(.minutes(5))) struct LateHelloTests {
  private func socket(_ page: HandmadeClient, _ ticket: String) async throws -> WebSocketClient {
    let socket = try await page.socket()
    try await socket.send(page.socketHello(ticket))
    return socket
  }

  private func next(_ page: HandmadeClient, _ document: Character) -> HandmadeClient {
    var next = page
    next.document = String(repeating: document, count: 32)
    next.documentHeader = next.document
    return next
  }

  /// Sends the hello and returns the id of the web view.
  private func webView(_ page: HandmadeClient) async throws -> String {
    let reply = try await page.post("/_bridge/hello", page.helloBody)
    #expect(reply.status == 200)
    return try #require(try? #/"webView":"([0-9a-f]+)"/#.firstMatch(in: reply.text)).output.1.description
  }

  @Test(arguments: [1, 1000, -1])
  func aSocketThatHasWhatWasNeverSentIsToldThatItIsGone(received: Int) async throws {
    try await TestServer.run { test async throws in
      var page = HandmadeClient(test)
      let ticket = try await page.hello()
      page.received = received
      let socket = try await socket(page, ticket)
      let bye = try await socket.receive()
      #expect(bye.hasPrefix("bye {") && bye.contains(#""reason":"gone""#))
      #expect(try await socket.ended().code == 1008)
      // The document's socket was closed, but the document can continue.
      page.received = 0
      let again = try await page.hello()
      #expect(try await self.socket(page, again).receive().hasPrefix("welcome "))
    }
  }

  @Test func aDocumentWithAGapIsGone() async throws {
    try await TestServer.run { test async throws in
      var page = HandmadeClient(test)
      _ = try await page.hello()
      page.first = 2
      #expect(try await page.post("/_bridge/hello", page.helloBody).status == 410)
      page.first = 1
      #expect(try await page.post("/_bridge/hello", page.helloBody).status == 200)
    }
  }

  /// The hello of the tab's first document arrives last.
  @Test func aLateHelloDoesNotTakeTheWebViewOfTheNextDocument() async throws {
    try await TestServer.run { test async throws in
      var page = HandmadeClient(test)
      page.order = 1
      _ = try await page.hello()
      let first = try #require(test.server.webViews.first).id
      page.webView = first
      var late = next(page, "c")
      late.order = 2
      var newer = next(page, "d")
      newer.order = 3
      let ticket = try await newer.hello()
      let socket = try await socket(newer, ticket)
      #expect(try await socket.receive().hasPrefix("welcome "))
      #expect(try await webView(late) != first)
      #expect(try await webView(newer) == first)
      try await socket.send("ask 1 addingOne 1")
      #expect(try await socket.receive().contains("reply 1 2"))
      var newest = next(page, "e")
      newest.order = 4
      #expect(try await webView(newest) == first)
      // A hello without an order number is accepted as the newest.
      var uncounted = next(page, "f")
      uncounted.order = nil
      #expect(try await webView(uncounted) == first)
    }
  }

  @Test func onlyTheNewestTicketOpensASocket() async throws {
    try await TestServer.run { test async throws in
      var page = HandmadeClient(test)
      let first = try await page.hello()
      let second = try await page.hello()
      #expect(try await socket(page, first).ended().code == 1008)
      let socket = try await socket(page, second)
      #expect(try await socket.receive().hasPrefix("welcome "))
    }
  }

  /// Opens two sockets for a document. The server closes the older one, but the document stays connected.
  @Test func aNewerSocketTakesOver() async throws {
    try await TestServer.run { test async throws in
      var page = HandmadeClient(test)
      let first = try await page.hello()
      let older = try await socket(page, first)
      #expect(try await older.receive().hasPrefix("welcome "))
      try await older.send("ask 1 run null")
      #expect(try await older.receive().contains("reply 1 1"))
      let second = try await page.hello()
      let newer = try await socket(page, second)
      #expect(try await older.ended().code == 4000)
      #expect(try await newer.receive().hasPrefix(#"welcome {"confirmed":1,"#))
      #expect(try await newer.receive().contains("reply 1 1"))
      // The line's number is already processed, so the call does not run again.
      try await newer.send("ask 1 run null\nask 2 run null")
      #expect(try await newer.receive().contains("reply 2 2"))
    }
  }
}
