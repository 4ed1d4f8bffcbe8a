import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Malformed input is answered and does not affect other pages.
@Suite(.timeLimit(.minutes(5))) struct BadInputTests {
  private func ending(after message: String) async throws -> CloseReason? {
    var ending: CloseReason?
    try await TestServer.run { test async throws in
      let neighbour = try await TestPage.open(test.url)
      let page = try await TestPage.open(test.url)
      try await page.send(message: message)
      ending = try await page.closed()
      #expect(try await neighbour.call("addingOne", 1) == 2)
      // The document continues with a new socket.
      try await page.connect()
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
      await neighbour.close()
    }
    return ending
  }

  @Test(arguments: [
    ("fly 2 me", "line 1: unknown verb \"fly\""), ("call 2", "line 1: a method is missing"),
    ("call 99 addingOne 1", "line 99 arrived, but an earlier line is missing"),
    ("post 2 addingOne alert(1)// 1", "line 1: a callback's name is not an identifier"),
    ("ack 77", "message 77 was acknowledged but never sent"), ("ack 0\n\nack 0", "line 2: unknown verb \"\""),
    ("hello {}", "the page sent a second hello"),
  ])
  func aBrokenMessageClosesItsSocket(message: String, reason: String) async throws {
    #expect(try await ending(after: message) == CloseReason(code: 1002, reason: reason))
  }

  @Test func anOversizedMessageClosesItsSocket() async throws {
    try await TestServer.run(configure: { $0.sockets.maximumMessageSize = 100_000 }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(await page.messageLimit == 100_000)
      try await page.send(message: "call 2 echo \"\(String(repeating: "x", count: 400_000))\"")
      #expect(try await page.closed().code == 1009)
      await page.close()
    }
  }

  @Test func binaryAndInvalidTextCloseTheirSocket() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      for (message, code) in [
        (WebSocketFrame(opcode: WebSocketFrame.binary, payload: [1]), 1003),
        (WebSocketFrame(opcode: WebSocketFrame.text, payload: [0xFF]), 1007),
      ] {
        let ticket = try await stranger.hello()
        let socket = try await stranger.socket()
        try await socket.send(stranger.socketHello(ticket))
        _ = try await socket.receive()
        try await socket.send(message)
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

  private static let marks = String(repeating: "\u{301}\u{316}", count: 15_000)

  /// The server compares the text of a hello in linear time. So a hello with many combining marks delays no other
  /// request.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [(#""lane":"\#(marks)""#, false), (#""\#(marks)":1"#, true), (#""webView":"\#(marks)""#, true)])
  func aHelloWithManyCombiningMarksHoldsNobody(member: String, isWelcome: Bool) async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let body = "{\(member)," + stranger.helloBody.dropFirst()
      for (path, body) in [("/_bridge/hello", body), ("/_bridge/call", "hello \(body)\ncall 1 addingOne 1")] {
        #expect(try await stranger.post(path, body).status == 200)
      }
      let ticket = try await stranger.hello()
      let socket = try await stranger.socket()
      try await socket.send("hello {\(member)," + stranger.socketHello(ticket).dropFirst("hello {".count))
      if isWelcome {
        #expect(try await socket.receive().hasPrefix("welcome "))
      } else {
        #expect(try await socket.ended().code == 1008)
      }
    }
  }

  /// Each of these inputs once blocked an event loop, a web view's thread or a thread of Swift's pool for minutes.
  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      #"throw 1 1 {"code":"\#(longMarks)"}"#, #"throw 1 1 {"code":"short","message":"\#(longMarks)"}"#,
      #"ask 1 _bridge.intercept {"url":"http://localhost/","type":"\#(longMarks)"}"#,
      #"event 1 shell ["hello",{"ticket":"\#(longMarks)","fragment":""}]"#,
      #"ask 1 _bridge.intercept {"url":"http://127.0.0.1\#(percentEncodedMarks)/"}"#,
      #"ask 1 _bridge.intercept {"url":"http://127.0.0.1/\#(percentEncodedMarks)%"}"#,
      #"event 1 title "\#(longMarks)""#, #"ask 1 \#(longMarks) null"#,
    ])
  func combiningMarksHoldNobody(line: String) async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let socket = try await stranger.socketWithHello()
      try await socket.send(line)
      #expect(try await stranger.post("/_bridge/call", "\(line)\ncall 2 addingOne 1").text == "reply 2 2")
    }
  }

  private static let percentEncodedMarks = String(repeating: "%CC%81%CC%96", count: 1 << 17)
  private static let longMarks = String(repeating: "\u{301}\u{316}", count: 1 << 18)

  @Test func anEventWithALongNameIsNotOfTheProtocol() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let socket = try await stranger.socketWithHello()
      try await socket.send("event 1 \(String(repeating: "x", count: 64)) null")
      try await socket.send("event 2 \(String(repeating: "x", count: 65)) null")
      #expect(try await socket.ended().code == 1002)
    }
  }

  /// The server processes an `event` line if its value is within the size limit, and answers a larger one with an
  /// error.
  @Test(arguments: [("location", 64 << 10), ("shell", 256 << 10), ("anything", 8 << 10)])
  func anEventAboveItsLimitIsAnswered(name: String, limit: Int) async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let socket = try await stranger.socketWithHello()
      try await socket.send("event 1 \(name) \"\(String(repeating: "x", count: limit - 2))\"")
      try await socket.send("event 2 \(name) \"\(String(repeating: "x", count: limit - 1))\"")
      var refusals: [String] = []
      while refusals.isEmpty {
        refusals += try await socket.receive().split(separator: "\n").map(String.init).filter {
          $0.hasPrefix("event refused ")
        }
      }
      let problem =
        "bridge: the event \\\"\(name)\\\" was refused: it has \(limit + 1) bytes, and the limit is \(limit)."
      #expect(refusals == ["event refused \"\(problem)\""])
    }
  }

  @Test func aQuestionAboutAHugeAddressIsDenied() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      for (number, size, answer) in [(1, 2 << 20, "false"), (2, 2 << 20 + 1, "true")] {
        let start = "http://elsewhere.example/"
        let url = start + String(repeating: "a", count: size - start.utf8.count)
        let line = "call \(number) _bridge.intercept {\"url\":\"\(url)\"}"
        #expect(try await stranger.post("/_bridge/call", line).text == "reply \(number) \(answer)")
      }
    }
  }

  /// The server parses messages above 64 kB on a separate thread, but must still process all messages in order.
  @Test func longMessagesKeepTheirPlace() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let socket = try await stranger.socketWithHello()
      let long = String(repeating: "x", count: 1 << 20)
      for number in stride(from: 1, to: 40, by: 4) {
        try await socket.send("ask \(number) echo \"\(long)\"")
        for next in 1...3 { try await socket.send("ask \(number + next) addingOne \(number + next)") }
      }
      var answered: [Int] = []
      while answered.count < 40 {
        let message = try await socket.receive()
        for line in message.split(separator: "\n") where line.hasPrefix("reply ") {
          answered.append(Int(line.split(separator: " ")[1]) ?? 0)
        }
      }
      #expect(answered == Array(1...40))
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
