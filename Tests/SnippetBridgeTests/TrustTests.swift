import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Access to the server, over real sockets.
@Suite(.timeLimit(.minutes(5))) struct TrustTests {
  @Test func theCookieComesWithHelloAndNeverWithHTML() async throws {
    try await TestServer.run { test async throws in
      #expect(try await test.http.request("GET", "/")["Set-Cookie"] == nil)
      let reply = try await HandmadeClient(test).post("/_bridge/hello", HandmadeClient(test).helloBody)
      let cookie = try #require(reply["Set-Cookie"])
      #expect(cookie.hasPrefix("bridge-session-\(test.url.port ?? 0)="))
      #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
    }
  }

  @Test(arguments: [nil, "null", "http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1"])
  func foreignOriginsAreRefused(origin: String?) async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      stranger.origin = origin
      #expect(try await stranger.post("/_bridge/hello", stranger.helloBody).status == 403)
      #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").status == 403)
      await #expect(throws: TestPageError.self) { try await stranger.socket() }
    }
  }

  /// DNS rebinding: the attacker's name resolves to this server's address.
  @Test func foreignHostsAreRefused() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      stranger.host = "evil.example"
      stranger.origin = "http://evil.example"
      #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").status == 403)
      #expect(try await test.http.request("GET", "/", headers: [("Host", "evil.example")]).status == 403)
      await #expect(throws: TestPageError.self) { try await stranger.socket() }
    }
  }

  @Test func theHeaderThatNoFormCanSendIsNeeded() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      stranger.documentHeader = nil
      #expect(try await stranger.post("/_bridge/hello", stranger.helloBody).status == 403)
      #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").status == 403)
      stranger.documentHeader = String(repeating: "c", count: 32)
      #expect(try await stranger.post("/_bridge/hello", stranger.helloBody).status == 403)
    }
  }

  @Test func aCallNeedsItsDocumentsSession() async throws {
    try await TestServer.run { test async throws in
      var owner = HandmadeClient(test)
      _ = try await owner.hello()
      #expect(try await owner.post("/_bridge/call", "call 1 addingOne 1").text == "reply 1 2")
      var thief = HandmadeClient(test)
      thief.document = String(repeating: "d", count: 32)
      thief.documentHeader = thief.document
      _ = try await thief.hello()
      // Use another session's document, with and without a cookie.
      thief.documentHeader = owner.document
      #expect(try await thief.post("/_bridge/call", "call 2 addingOne 1").status == 401)
      thief.cookie = nil
      #expect(try await thief.post("/_bridge/call", "call 2 addingOne 1").status == 401)
      // A hello without the document's key does not help either.
      thief.document = owner.document
      thief.key = String(repeating: "e", count: 32)
      #expect(try await thief.post("/_bridge/hello", thief.helloBody).status == 403)
      #expect(try await thief.post("/_bridge/call", "hello \(thief.helloBody)\ncall 2 addingOne 1").status == 403)
      #expect(try await owner.post("/_bridge/call", "call 2 addingOne 5").text == "reply 2 6")
    }
  }

  @Test func aTicketOpensOneSocketOfItsDocument() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let ticket = try await stranger.hello()
      let wrong = try await stranger.socket()
      try await wrong.send(stranger.socketHello(ticket, document: String(repeating: "f", count: 32)))
      #expect(try await wrong.ended().code == 1008)

      let fresh = try await stranger.hello()
      let socket = try await stranger.socket()
      try await socket.send(stranger.socketHello(fresh))
      #expect(try await socket.receive().hasPrefix("welcome "))
      let again = try await stranger.socket()
      try await again.send(stranger.socketHello(fresh))
      #expect(try await again.ended().code == 1008)
      // The socket with the valid ticket stays open.
      try await socket.send("ask 1 addingOne 1")
      #expect(try await socket.receive() == "message 1\nreply 1 2\nack 1")
      socket.cut()
    }
  }

  /// A page that makes a blocking call in its first script says hello twice.
  @Test func aCallThatSaysHelloLeavesTheTicketAlone() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let ticket = try await stranger.hello()
      let call = try await stranger.post("/_bridge/call", "hello \(stranger.helloBody)\ncall 1 addingOne 1")
      #expect(call.text == "reply 1 2")
      let socket = try await stranger.socket()
      try await socket.send(stranger.socketHello(ticket))
      #expect(try await socket.receive().hasPrefix("welcome "))
      socket.cut()
    }
  }

  @Test func onlySoManyWebViewsAreMade() async throws {
    try await TestServer.run(configure: { $0.maximumWebViews = 1 }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await HandmadeClient(test).post("/_bridge/hello", HandmadeClient(test).helloBody).status == 503)
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
    }
  }

  /// Clients that only say hello do not take the places of pages. Like a new browser, each of these clients sends no
  /// cookie.
  @Test func hellosDoNotTakeThePlacesOfPages() async throws {
    let log = LogRecorder()
    try await TestServer.run(configure: {
      $0.maximumWebViews = 16
      $0.logger = log.logger
    }) { test async throws in
      let page = try await TestPage.open(test.url)
      var first = HandmadeClient(test)
      _ = try await first.hello()
      for number in 0..<100 {
        var stranger = HandmadeClient(test)
        stranger.document = String(repeating: "0", count: 28) + String(1000 + number)
        stranger.documentHeader = stranger.document
        #expect(try await stranger.post("/_bridge/hello", stranger.helloBody).status == 200)
      }
      #expect(test.server.webViews.count == 14, "seven eighths, for one address")
      let late = try await TestPage.open(test.url)
      #expect(try await late.call("addingOne", 1) == 2)
      #expect(try await page.call("addingOne", 1) == 2)
      // The web view was removed, so the client must say hello again.
      #expect(try await first.post("/_bridge/call", "call 1 addingOne 1").status == 401)
      await page.close()
      await late.close()
    }
    #expect(log.lines.contains { $0.hasPrefix("a web view without a socket was removed") })
  }

  @Test func aSessionHasNotAllWebViews() async throws {
    try await TestServer.run(configure: { $0.maximumWebViews = 100 }) { test async throws in
      var stranger = HandmadeClient(test)
      for number in 0...64 {
        stranger.document = String(repeating: "0", count: 28) + String(1000 + number)
        stranger.documentHeader = stranger.document
        let reply = try await stranger.post("/_bridge/hello", stranger.helloBody)
        #expect(reply.status == (number < 64 ? 200 : 503), "\(number)")
        if let cookie = reply["Set-Cookie"] { stranger.cookie = String(cookie.prefix { $0 != ";" }) }
      }
      let page = try await TestPage.open(test.url)
      await page.close()
    }
  }

  @Test func aSocketNeedsASession() async throws {
    try await TestServer.run { test async throws in
      let stranger = HandmadeClient(test)
      let error = await #expect(throws: TestPageError.self) { try await stranger.socket() }
      guard case .status(401, _) = error else { Issue.record("\(String(describing: error))"); return }
    }
  }

  @Test func aDocumentTheServerDoesNotKnowIsGone() async throws {
    try await TestServer.run { test async throws in
      let stranger = HandmadeClient(test)
      let old = stranger.helloBody.replacing(#""first":1"#, with: #""first":7"#)
      let hello = try await stranger.post("/_bridge/hello", old)
      let call = try await stranger.post("/_bridge/call", "hello \(old)\ncall 7 addingOne 1")
      #expect(hello.status == 410 && call.status == 410)
    }
  }

  /// If two tabs open at the same time, the server creates a session for each, and the second cookie replaces the
  /// first.
  @Test func aDocumentFollowsItsBrowserToAnotherSession() async throws {
    try await TestServer.run { test async throws in
      var first = HandmadeClient(test)
      _ = try await first.hello()
      var second = HandmadeClient(test)
      second.document = String(repeating: "d", count: 32)
      second.documentHeader = second.document
      _ = try await second.hello()
      first.cookie = second.cookie
      #expect(try await first.post("/_bridge/call", "call 1 addingOne 1").status == 401)
      let healed = try await first.post("/_bridge/call", "hello \(first.helloBody)\ncall 1 addingOne 1")
      #expect(healed.text == "reply 1 2")
      #expect(try await first.post("/_bridge/call", "call 2 addingOne 2").text == "reply 2 3")
    }
  }
}
