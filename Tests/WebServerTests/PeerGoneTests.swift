import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.serialized, .timeLimit(.minutes(5))) struct PeerGoneTests {
  @Test(arguments: ["GET", "POST"], [false, true])
  func theTaskIsCancelledAndNothingSpins(_ method: String, _ resets: Bool) async throws {
    let events = EventQueue<String>()
    let clocks = EventQueue<ThreadClock>()
    let handler = TestHandler(
      answer: { request in
        guard request.path == "/wait" else { return TestHandler.echo(request) }
        events.add("asked")
        await untilCancelled()
        events.add(Task.isCancelled ? "cancelled" : "not cancelled")
        return ServerResponse(.ok)
      },
      refuse: { request in
        // This closure runs on the loop's thread, so the clock measures that thread. The answer runs on another one.
        if request.path == "/wait" { clocks.add(ThreadClock()) }
        return nil
      })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest(method, "/wait", body: method == "POST" ? [1] : nil)
      #expect(try events.next() == "asked")
      let clock = try clocks.next()
      let before = clock.seconds
      // There is no event to wait for: measure the processor time of an idle period.
      _ = try Command("/bin/sleep", "0.3")
      #expect(clock.seconds - before < 0.15)
      if resets { socket.reset() } else { socket.shutdownSending() }
      #expect(try events.next() == "cancelled")
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
    }
  }

  /// The client sends many pipelined requests before it disconnects. The server must still notice the disconnection.
  @Test(arguments: [false, true]) func itIsNoticedBehindManyRequests(resets: Bool) async throws {
    let events = EventQueue<String>()
    let handler = TestHandler(answer: { request in
      guard request.path == "/wait" else { return TestHandler.echo(request) }
      events.add("asked")
      await untilCancelled()
      events.add(Task.isCancelled ? "cancelled" : "not cancelled")
      return ServerResponse(.ok)
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/wait")
      #expect(try events.next() == "asked")
      try socket.send(String(repeating: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 4000))
      // When this request is answered, the loop has read as many of the pipelined requests as it buffers.
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
      if resets { socket.reset() } else { socket.shutdownSending() }
      #expect(try events.next() == "cancelled")
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
    }
  }

  @Test func aHandlerThatNeverAnswersIsCut() async throws {
    let handler = TestHandler(answer: { _ in
      await untilCancelled()
      return ServerResponse(.ok)
    })
    try await withServer(handler, change: { $0.http.answerTimeLimit = .milliseconds(300) }) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/")
      #expect(try socket.readToEnd().isEmpty)
    }
  }

  @Test func anAnswerThatComesTooLateIsDropped() async throws {
    let events = EventQueue<String>()
    let gate = Gate()
    let handler = TestHandler(answer: { request in
      guard request.path == "/wait" else { return TestHandler.echo(request) }
      events.add("asked")
      // The handler ignores its cancellation.
      await gate.wait()
      events.add("answering")
      return ServerResponse(.ok, body: .bytes([1, 2, 3]))
    })
    try await withServer(handler) { port in
      do {
        let socket = try RawSocket(port: port)
        try socket.sendRequest("GET", "/wait")
        #expect(try events.next() == "asked")
        socket.reset()
      }
      // When this request of another client is answered, the server has noticed that the first client has disconnected.
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
      gate.open()
      #expect(try events.next() == "answering")
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
    }
  }
}
