import HTTPTypes
import TestSupport
import Testing

@testable import WebServer

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
        // The loop's thread; the answer's is another.
        if request.path == "/wait" { clocks.add(ThreadClock()) }
        return nil
      })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest(method, "/wait", body: method == "POST" ? [1] : nil)
      #expect(try events.next() == "asked")
      let clock = try clocks.next()
      let before = clock.seconds
      // Nothing to wait for: this is about what happens while nothing happens.
      _ = try Command("/bin/sleep", "0.3")
      #expect(clock.seconds - before < 0.15)
      if resets { socket.reset() } else { socket.shutdownSending() }
      #expect(try events.next() == "cancelled")
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
    }
  }

  /// Its end stands behind all that it has asked for besides.
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
      // When this is answered, the loop has read as much of them as it keeps.
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
      // Deaf to cancellation.
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
      // The server has seen the end when it takes the next one.
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
      gate.open()
      #expect(try events.next() == "answering")
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
    }
  }
}
