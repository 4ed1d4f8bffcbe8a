import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct StopTests {
  @Test func webSocketsAreToldAndRequestsFinish() async throws {
    let gate = Gate()
    let asked = EventQueue<Void>()
    let delegate = RecordingDelegate()
    let handler = TestHandler(
      answer: { request in
        asked.add(())
        await gate.wait()
        return TestHandler.echo(request)
      }, decide: { _ in .upgrade(delegate) })
    let server = makeServer(handler)
    let port = try #require(try await server.start().first)
    let answers = EventQueue<String>()
    let (client, idle) = try await blocking {
      // Connect this client first: the server does not close connections that it has not accepted.
      let idle = try RawSocket(port: port)
      let client = try WebSocketClient(port: port)
      _ = try delegate.socket()
      let busy = try RawSocket(port: port)
      try busy.sendRequest("GET", "/busy")
      _ = try asked.next()
      let parcel = Parcel(busy)
      Workers.start { answers.add((try? parcel.value.readResponse().text) ?? "cut") }
      return (Parcel(client), Parcel(idle))
    }
    async let stopped: Void = server.stop(within: .seconds(20))
    try await blocking {
      #expect(try client.value.readClose().code == 1001)
      #expect(try idle.value.readToEnd().isEmpty)
      #expect(answers.isEmpty)
      gate.open()
      #expect(try answers.next() == "GET /busy - 0")
      let ended = try delegate.events.next()
      guard case .closed(1001, _) = ended else { throw TestError("not closed with 1001 but \(ended)") }
    }
    await stopped
    try await blocking { #expect((try? RawSocket(port: port)) == nil) }
  }

  /// The server does not wait for the rest of an incomplete head.
  @Test(.timeLimit(.minutes(1))) func aHeadThatIsNotCompleteHoldsNothingUp() async throws {
    let server = makeServer()
    let port = try #require(try await server.start().first)
    let half = try await blocking {
      let half = try RawSocket(port: port)
      try half.sendRequest("GET", "/")
      #expect(try half.readResponse().status == 200)
      try half.send("GET / HTTP")
      // When this request is answered, the loop has read everything before it.
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
      return Parcel(half)
    }
    await server.stop(within: .seconds(3600))
    let rest = try await blocking { try half.value.readToEnd() }
    #expect(rest.isEmpty)
  }

  @Test func whatTakesTooLongIsCut() async throws {
    let gate = Gate()
    let asked = EventQueue<Void>()
    let server = makeServer(
      TestHandler(answer: { request in
        asked.add(())
        await gate.wait()
        return TestHandler.echo(request)
      }))
    let port = try #require(try await server.start().first)
    let busy = try await blocking {
      let busy = try RawSocket(port: port)
      try busy.sendRequest("GET", "/busy")
      _ = try asked.next()
      return Parcel(busy)
    }
    await server.stop(within: .milliseconds(50))
    let rest = try await blocking { try busy.value.readToEnd() }
    #expect(rest.isEmpty)
    // The handler is still running, although its event loop has ended. It must be able to return.
    gate.open()
  }

  @Test func aHandlerThatOutlivesItsLoopEnds() async throws {
    let gate = Gate()
    let events = EventQueue<String>()
    let server = makeServer(
      TestHandler(answer: { request in
        events.add("asked")
        await gate.wait()
        events.add("ended")
        return TestHandler.echo(request)
      }))
    let port = try #require(try await server.start().first)
    try await blocking {
      let busy = try RawSocket(port: port)
      try busy.sendRequest("GET", "/busy")
      #expect(try events.next() == "asked")
    }
    await server.stop(within: .milliseconds(10))
    gate.open()
    let last = try await blocking { try events.next() }
    #expect(last == "ended")
  }

  @Test func stopAcceptingLetsTheConnectedGoOn() async throws {
    let server = makeServer()
    let port = try #require(try await server.start().first)
    try await blocking {
      let client = try WebSocketClient(port: port)
      server.stopAccepting()
      try client.send("still here")
      #expect(try client.readMessage() == Array("still here".utf8))
    }
    await server.stop(within: .seconds(1))
  }

  @Test func aServerStartsOnceAndStopsOften() async throws {
    let server = makeServer()
    _ = try #require(try await server.start().first)
    await #expect(throws: WebServerError.self) { try await server.start() }
    await server.stop(within: .seconds(1))
    await server.stop(within: .seconds(1))
  }
}
