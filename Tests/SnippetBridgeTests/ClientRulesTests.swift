import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Rules of docs/guides/protocol.md that a client could break by accident. The section numbers below refer to that
/// guide.
@Suite(.timeLimit(.minutes(5))) struct ClientRulesTests {
  /// Section 4: while a blocking call is pending, a page must not send a line with a higher number.
  @Test func aLaterMessageMakesTheServerForgetACallsAnswer() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let page = try await stranger.socketWithHello()
      for _ in 1...2 { #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").text == "reply 1 2") }
      try await page.send("ack 0")
      #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").text == "reply 1 2")
      try await page.send("ask 2 addingOne 2")
      #expect(try await page.receive().contains("reply 2 3"))
      let late = try await stranger.post("/_bridge/call", "call 1 addingOne 1")
      #expect(late.status == 400)
      #expect(late.text == "call 1 was already answered")
    }
  }

  @Test func aLaterMessageThatComesBeforeTheCallIsAGap() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let page = try await stranger.socketWithHello()
      try await page.send("ask 2 addingOne 2")
      #expect(
        try await page.ended()
          == CloseReason(code: 1002, reason: "line 2 arrived, but an earlier line is missing"))
      #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").text == "reply 1 2")
    }
  }

  /// Section 3: a numbered line that arrives twice is acknowledged twice.
  @Test func aMessageThatComesASecondTimeIsAcknowledgedAgain() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let page = try await stranger.socketWithHello()
      try await page.send("ask 1 addingOne 1")
      #expect(try await page.receive() == "message 1\nreply 1 2\nack 1")
      try await page.send("ask 1 addingOne 1")
      #expect(try await page.receive() == "ack 1")
    }
  }

  /// Section 1: ids are compared byte for byte.
  @Test func idsAreToldApartByCase() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      stranger.documentHeader = stranger.document.uppercased()
      #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").status == 401)
      #expect(try await stranger.post("/_bridge/hello", stranger.helloBody).status == 403)
      stranger.documentHeader = stranger.document
      stranger.key = stranger.key.uppercased()
      #expect(try await stranger.post("/_bridge/hello", stranger.helloBody).status == 403)
    }
  }

  /// Section 2: the server discards wire messages up to the number that the page has acknowledged.
  @Test func whatWasAcknowledgedCannotBeAskedForAgain() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let page = try await stranger.socketWithHello()
      try await page.send("ask 1 addingOne 1")
      #expect(try await page.receive() == "message 1\nreply 1 2\nack 1")
      // The answer shows that the acknowledgement before it was processed.
      try await page.send("ack 1\nask 2 addingOne 1")
      #expect(try await page.receive() == "message 2\nreply 2 2\nack 2")
      let ticket = try await stranger.hello()
      let next = try await stranger.socket()
      try await next.send(stranger.socketHello(ticket))
      let bye = try await next.receive()
      // The order of the JSON members is not defined.
      #expect(bye.hasPrefix("bye {") && bye.contains(#""reason":"gone""#))
      #expect(try await next.ended().code == 1008)
    }
  }
}
