import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Peers that use TLS in ways that are allowed, but not used by browsers.
@Suite(.serialized, .timeLimit(.minutes(5))) struct TLSRecordTests {
  /// Returns a socket and the TLS record of `text`, which the test sends in parts.
  private func recording(_ port: Int, _ text: String) throws -> (RawSocket, [UInt8]) {
    let socket = try RawSocket(port: port, scheme: .tls)
    return (socket, try #require(socket.tls).sealed(Array(text.utf8)))
  }

  /// While a TLS record is incomplete, the event loop must serve other connections, and must not poll the incomplete
  /// one.
  @Test(arguments: [1, 4, 5, 6, 40]) func aPartOfARecordIsWaitedFor(_ count: Int) async throws {
    let clocks = EventQueue<ThreadClock>()
    let handler = TestHandler(prompt: { request in
      if request.path == "/clock" { clocks.add(ThreadClock()) }
      return TestHandler.echo(request)
    })
    try await withServer(.tls, handler) { port in
      let neighbour = try RawSocket(port: port, scheme: .tls)
      #expect(try neighbour.request("GET", "/clock").status == 200)
      let clock = try clocks.next()
      let (socket, record) = try recording(port, "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
      try socket.sendAsItIs(Array(record.prefix(count)))
      #expect(try neighbour.request("GET", "/next").text == "GET /next - 0")
      let before = clock.seconds
      // There is no event to wait for: measure the processor time of an idle period.
      _ = try Command("/bin/sleep", "0.5")
      #expect(clock.seconds - before < 0.2)
      try socket.sendAsItIs(Array(record.dropFirst(count)))
      #expect(try socket.readResponse().text == "GET /slow - 0")
    }
  }

  /// During a flood of small records on one connection, the server answers other connections. It closes the flooding
  /// connection when the time limit of its refused request has passed.
  @Test func aFloodOfSmallRecordsHoldsNobodyUp() async throws {
    try await withServer(.tls, change: { $0.http.maximumBodySize = 10 }) { port in
      let neighbour = try RawSocket(port: port, scheme: .tls)
      #expect(try neighbour.request("GET", "/").status == 200)
      let socket = try RawSocket(port: port, scheme: .tls)
      try socket.sendRequest("POST", "/", headers: ["Content-Length: 10000000"])
      #expect(try socket.readResponse().status == 413)
      let tls = try #require(socket.tls)
      var flood: [UInt8] = []
      for _ in 0..<20_000 { flood += try tls.sealed([UInt8](repeating: 65, count: 43)) }
      let ended = EventQueue<Void>()
      let (peer, bytes) = (Parcel(socket), flood)
      Workers.start {
        while (try? peer.value.sendAsItIs(bytes)) != nil {}
        ended.add(())
      }
      for _ in 0..<5 { #expect(try neighbour.request("GET", "/").status == 200) }
      // The server closes the connection after a moment.
      _ = try ended.next()
    }
  }

  /// The peer closes its sending half without close_notify, and must still receive the whole response.
  @Test func aHalfClosedPeerGetsItsAnswerWhole() async throws {
    let size = 5_000_000
    try await withServer(.tls, TestHandler(prompt: { _ in ServerResponse(.ok, body: .bytes(pattern(size))) })) { port in
      let socket = try RawSocket(port: port, scheme: .tls)
      try socket.sendRequest("GET", "/")
      _ = try socket.readHead()
      socket.shutdownSendingWithoutAWord()
      #expect(try socket.read(size) == pattern(size))
    }
  }

  /// Requests that were sent before the peer closed its sending half are answered.
  @Test(arguments: Scheme.allCases) func pipelinedRequestsBeforeTheEndAreAnswered(_ scheme: Scheme) async throws {
    let handler = TestHandler(prompt: { request in
      request.path == "/large" ? ServerResponse(.ok, body: .bytes(pattern(5_000_000))) : TestHandler.echo(request)
    })
    try await withServer(scheme, handler) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      for path in ["/large", "/a", "/b"] { try socket.sendRequest("GET", path) }
      socket.shutdownSending()
      #expect(try socket.readResponse().body.count == 5_000_000)
      #expect(try socket.readResponse().text == "GET /a - 0")
      #expect(try socket.readResponse().text == "GET /b - 0")
      #expect(try socket.readToEnd().isEmpty)
    }
  }

  /// The time limit of a peer that reads nothing is not extended by the bytes that it sends.
  @Test(arguments: Scheme.allCases) func whoTakesNothingIsLetGo(_ scheme: Scheme) async throws {
    let handler = TestHandler(prompt: { _ in ServerResponse(.ok, body: .bytes([UInt8](repeating: 65, count: 50 << 20)))
    })
    try await withServer(scheme, handler, change: { $0.http.stallTimeLimit = .milliseconds(500) }) { port in
      let socket = try RawSocket(port: port, receiveBuffer: 4096, scheme: scheme)
      try socket.sendRequest("GET", "/")
      _ = try socket.readHead()
      // Send until the server has closed the connection. Sending then fails with a reset.
      var sent = 0
      while sent < 20_000, (try? socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")) != nil {
        sent += 1
        if sent % 100 == 0 { _ = try Command("/bin/sleep", "0.05") }
      }
      #expect(sent < 20_000)
    }
  }
}
