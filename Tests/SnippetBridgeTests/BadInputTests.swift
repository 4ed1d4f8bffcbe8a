import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Nonsense has an answer, and nobody else notices.
@Suite(.timeLimit(.minutes(5))) struct BadInputTests {
  private func ending(after frame: String) async throws -> SocketEnding? {
    var ending: SocketEnding?
    try await TestServer.run { test async throws in
      let neighbour = try await TestPage.open(test.url)
      let page = try await TestPage.open(test.url)
      try await page.send(frame: frame)
      ending = try await page.closed()
      #expect(try await neighbour.call("addingOne", 1) == 2)
      // The document itself goes on with a new socket.
      try await page.connect()
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
      await neighbour.close()
    }
    return ending
  }

  @Test(arguments: [
    ("fly 2 me", "line 1: unknown verb \"fly\""), ("call 2", "line 1: a method is missing"),
    ("call 99 addingOne 1", "message 99 came before those that precede it"),
    ("post 2 addingOne alert(1)// 1", "line 1: a callback's name is not an identifier"),
    ("ack 77", "frame 77 is acknowledged and was never sent"), ("ack 0\n\nack 0", "line 2: unknown verb \"\""),
    ("hello {}", "a second hello"),
  ])
  func aBrokenFrameClosesItsSocket(frame: String, reason: String) async throws {
    #expect(try await ending(after: frame) == SocketEnding(code: 1002, reason: reason))
  }

  @Test func anOversizedMessageClosesItsSocket() async throws {
    try await TestServer.run(configure: { $0.sockets.maximumMessageSize = 100_000 }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(await page.messageLimit == 100_000)
      try await page.send(frame: "call 2 echo \"\(String(repeating: "x", count: 400_000))\"")
      #expect(try await page.closed().code == 1009)
      await page.close()
    }
  }

  @Test func binaryAndInvalidTextCloseTheirSocket() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      for (frame, code) in [
        (WebSocketFrame(opcode: WebSocketFrame.binary, payload: [1]), 1003),
        (WebSocketFrame(opcode: WebSocketFrame.text, payload: [0xFF]), 1007),
      ] {
        let ticket = try await stranger.hello()
        let socket = try await stranger.socket()
        try await socket.send(stranger.socketHello(ticket))
        _ = try await socket.receive()
        try await socket.send(frame)
        #expect(try await socket.ended().code == UInt16(code))
      }
    }
  }

  @Test(arguments: ["", "nonsense", "ack 0", #"hello {"protocol":1}"#, "call 1 addingOne 1"])
  func aSocketBeginsWithHello(first: String) async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let socket = try await stranger.socket()
      try await socket.send(first)
      let code = try await socket.ended().code
      #expect(code == 1008 || code == 1002)
    }
  }

  @Test(arguments: [
    "", "nonsense", "call", "call 1", "post 1 addingOne dscb0 1", "call 1 addingOne 1\nack 0", "call 5 addingOne 1",
    "call 1 addingOne 1\u{0}\ncall", "ack 9\ncall 1 addingOne 1", "[]", "{\"data\":1}",
  ])
  func aMalformedCallIsAnError(body: String) async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let reply = try await stranger.post("/_bridge/call", body)
      #expect(reply.status == 400, "\(reply.text)")
      #expect(!reply.text.isEmpty)
      #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").text == "reply 1 2")
    }
  }

  @Test(arguments: [
    "", "null", "[]", "{}", #"{"protocol":2,"document":"a","key":"b","first":1,"received":0,"url":""}"#,
    #"{"protocol":1,"document":"../../etc","key":"b","first":1,"received":0,"url":""}"#,
  ])
  func aMalformedHelloIsAnError(body: String) async throws {
    try await TestServer.run { test async throws in
      #expect([400, 403].contains(try await HandmadeClient(test).post("/_bridge/hello", body).status))
    }
  }

  private static let marks = String(repeating: "\u{301}", count: 31)

  @Test(arguments: [#""lane":"\#(marks)""#, #""\#(marks)":1"#, #""webView":"\#(marks)""#])
  func aHelloWithManyCombiningMarksIsRefused(member: String) async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let body = "{\(member)," + stranger.helloBody.dropFirst()
      for (path, body) in [("/_bridge/hello", body), ("/_bridge/call", "hello \(body)\ncall 1 addingOne 1")] {
        let reply = try await stranger.post(path, body)
        #expect(reply.status == 400)
        #expect(reply.text.contains("combining marks"))
      }
      let ticket = try await stranger.hello()
      let socket = try await stranger.socket()
      try await socket.send("hello {\(member)," + stranger.socketHello(ticket).dropFirst("hello {".count))
      #expect(try await socket.ended().code == 1008)
    }
  }

  @Test func anOversizedCallIsRefused() async throws {
    try await TestServer.run(configure: { $0.sockets.maximumMessageSize = 100_000 }) { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let body = "call 1 echo \"\(String(repeating: "x", count: 400_000))\""
      #expect(try await stranger.post("/_bridge/call", body).status == 413)
      #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").text == "reply 1 2")
    }
  }

  @Test func theBridgesAddressesTakeOneMethod() async throws {
    try await TestServer.run { test async throws in
      let reply = try await test.http.request("GET", "/_bridge/call")
      #expect(reply.status == 405)
      #expect(reply["Allow"] == "POST")
      #expect(try await test.http.request("GET", "/_bridge/socket").status >= 400)
      #expect(try await test.http.request("GET", "/_bridge/nothing").status == 404)
    }
  }
}
