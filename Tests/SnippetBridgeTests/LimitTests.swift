import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// The limits that a program can set, over real sockets. The transport's own limits are tested in
/// WebServerTests/Limits.
@Suite(.timeLimit(.minutes(5))) struct LimitTests {
  private static let room = 64 << 10

  private func call(_ function: String, ofSize size: Int) -> String {
    let start = "call 1 \(function) \""
    return start + String(repeating: "x", count: size - start.utf8.count - 1) + "\""
  }

  @Test(arguments: [(-1, 200), (0, 200), (1, 413)])
  func aCallsSize(over: Int, status: Int) async throws {
    try await TestServer.run(configure: { $0.sockets.maximumMessageSize = 100_000 }) { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let reply = try await stranger.post("/_bridge/call", call("echo", ofSize: 100_000 + Self.room + over))
      #expect(reply.status == status)
      var neighbour = HandmadeClient(test)
      _ = try await neighbour.hello()
    }
  }

  /// The size limit of a hello applies to requests, blocking calls and sockets.
  @Test(arguments: [(0, 200), (1, 413)])
  func aHellosSize(over: Int, status: Int) async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      // JSON may end with spaces, so spaces pad the hello to the limit.
      func padded(_ json: String) -> String {
        json + String(repeating: " ", count: Self.room + over - json.utf8.count)
      }
      #expect(try await stranger.post("/_bridge/hello", padded(stranger.helloBody)).status == status)
      let call = "hello \(padded(stranger.helloBody))\ncall 1 addingOne 1"
      #expect(try await stranger.post("/_bridge/call", call).status == status)
      let ticket = try await stranger.hello()
      let socket = try await stranger.socket()
      try await socket.send("hello " + padded(String(stranger.socketHello(ticket).dropFirst("hello ".count))))
      if over == 0 {
        #expect(try await socket.receive().hasPrefix("welcome "))
      } else {
        #expect(try await socket.ended().code == 1009)
      }
    }
  }

  @Test(arguments: [(-1, true), (0, true), (1, false)])
  func aMessagesSize(over: Int, isTaken: Bool) async throws {
    try await TestServer.run(configure: { $0.sockets.maximumMessageSize = 100_000 }) { test async throws in
      var stranger = HandmadeClient(test)
      let socket = try await stranger.socketWithHello()
      // The size of `call(…)` is computed for the verb "call". "ask" is one byte shorter, so the text is one byte
      // longer.
      let message = "ask" + call("echo", ofSize: 100_000 + Self.room + over + 1).dropFirst(4)
      try await socket.send(message)
      if isTaken {
        // Ignore the answer: any answer shows that the socket is still open.
        _ = try await socket.receive()
      } else {
        #expect(try await socket.ended().code == 1009)
      }
      let neighbour = try await TestPage.open(test.url)
      #expect(try await neighbour.call("addingOne", 1) == 2)
      await neighbour.close()
    }
  }

  @Test(arguments: [(0, 10), (10, 0)])
  func connections(inAll: Int, perAddress: Int) async throws {
    // With a limit of 0, the server refuses the first connection, so the test need not keep other connections open.
    try await TestServer.run(configure: {
      $0.connections.maximumCount = inAll
      $0.connections.maximumCountPerAddress = perAddress
    }) { test async throws in
      let refused = try await test.http.request("GET", "/")
      #expect(refused.status == 503)
      #expect(refused.text.contains("0 connections"))
    }
  }

  @Test func headers() async throws {
    try await TestServer.run(configure: { $0.http.maximumHeadSize = 2000 }) { test async throws in
      for (size, status) in [(1000, 200), (2000, 431)] {
        let reply = try await test.http.request(
          "GET", "/", headers: [("Cookie", String(repeating: "x", count: size))])
        #expect(reply.status == status)
      }
    }
  }

  @Test(arguments: [Duration.milliseconds(300), .nanoseconds(1)])
  func aSocketThatSaysNothingIsClosed(limit: Duration) async throws {
    try await TestServer.run(configure: { $0.connections.handshakeTimeLimit = limit }) {
      test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let socket = try await stranger.socket()
      #expect(try await socket.ended() == CloseReason(code: 1008, reason: "no hello within the time limit"))
    }
  }

  @Test func aHostileTabDoesNotFillTheLog() async throws {
    let log = LogRecorder(from: .trace)
    try await TestServer.run(configure: { $0.logger = log.logger }) { test async throws in
      var stranger = HandmadeClient(test)
      stranger.origin = "http://evil.example"
      for _ in 0..<100 { #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").status == 403) }
    }
    let lines = log.lines.filter { $0.hasPrefix("a call was refused") }
    #expect((20...40).contains(lines.count), "a minute may have begun meanwhile")
    #expect(lines.contains { $0.contains("leftOut") })
  }

  /// Sends control characters and long texts as an iframe's path, a `Host`, an `Origin`, and a verb.
  @Test func whatAPeerSaysIsLoggedCutAndEscaped() async throws {
    let log = LogRecorder(from: .trace)
    try await TestServer.run(configure: { $0.logger = log.logger }) { test async throws in
      let iframe = [("Accept", "text/html"), ("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Site", "cross-site")]
      _ = try await test.http.request(
        "GET", "/%1B%5B2J%C2%9Bx" + String(repeating: "%CC%81", count: 500),
        headers: iframe + [("Sec-Fetch-Mode", "navigate")])
      _ = try await test.http.request(
        "GET", "/", headers: [("Host", "evil\u{9B}31m" + String(repeating: "\u{301}", count: 1000))])
      var stranger = HandmadeClient(test)
      let socket = try await stranger.socketWithHello()
      try await socket.send("\u{1B}[2Jx" + String(repeating: "\u{301}", count: 1 << 20) + " 1")
      _ = try await socket.ended()
      stranger.origin = "http://evil\u{202E}"
      #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").status == 403)
    }
    let text = log.lines.joined(separator: "\n")
    for reason in ["a navigation from another site", "a call was refused", "unknown verb"] {
      #expect(text.contains(reason), "\(reason)")
    }
    #expect(text.utf8.contains(#"path="/%1B%5B2J%C2%9Bx%CC"#.utf8))
    #expect(text.utf8.contains(#"verb \"\u{1B}[2J"#.utf8))
    #expect(log.lines.allSatisfy { $0.utf8.count < 1500 })
    let orders = text.unicodeScalars.filter {
      $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
    }
    #expect(orders.isEmpty)
  }

  @Test func limitsMayBeLongerThanTime() async throws {
    try await TestServer.run(configure: {
      $0.connections.handshakeTimeLimit = .seconds(Int64.max)
      $0.http.headTimeLimit = .seconds(Int64.max)
      $0.http.bodyTimeLimit = .seconds(Int64.max)
      $0.http.idleTimeLimit = .seconds(Int64.max)
      $0.sockets.silenceTimeLimit = .seconds(Int64.max)
      $0.sockets.heartbeatInterval = .seconds(Int64.max)
      $0.webViews.blockingCallTimeLimit = .seconds(Int64.max)
    }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
    }
  }

  @Test func everyAnswerHasSecurityHeaders() async throws {
    try await TestServer.run(configure: { $0.frameAncestors = "'self' https://shell.example" }) { test async throws in
      for (path, isDocument) in [
        ("/", true), ("/nope", true), ("/_bridge/bridge.js", false), ("/_bridge/socket", false),
      ] {
        let reply = try await test.http.request("GET", path)
        #expect(reply["X-Content-Type-Options"] == "nosniff", "\(path)")
        #expect(reply["Referrer-Policy"] == "same-origin", "\(path)")
        let policies = reply.headers.filter { $0.name == "Content-Security-Policy" }.map(\.value)
        #expect(policies.contains("frame-ancestors 'self' https://shell.example") == isDocument, "\(path)")
      }
    }
  }
}
