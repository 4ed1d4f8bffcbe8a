import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

/// Tests of responses that are sent before the whole request body has arrived, and of handlers that do not read the
/// body.
@Suite(.timeLimit(.minutes(5))) struct UnreadBodyTests {
  private static let atOnce = TestHandler(stream: { request, _, pending in
    pending.send(TestHandler.echo(request))
  })
  private static let later = TestHandler(stream: { request, _, pending in
    // Use a worker thread instead of a task, because Swift's threads may be busy with other tests.
    Workers.start { pending.send(TestHandler.echo(request)) }
  })
  private static let written = TestHandler(stream: { request, _, pending in
    pending.send(ServerResponse(.ok, body: .writer(length: 2) { try await $0.write([111, 107]) }))
  })

  /// The rest of a short body is read and dropped, so the next request on the connection is not lost.
  @Test(arguments: Scheme.allCases) func aShortOneKeepsTheConnection(_ scheme: Scheme) async throws {
    for handler in [Self.atOnce, Self.later, Self.written] {
      try await withServer(scheme, handler) { port in
        let socket = try RawSocket(port: port, scheme: scheme)
        for size in [2, 2, 2, 20_000, 64 << 10, 2] {
          let answer = try socket.request("POST", "/", body: [UInt8](repeating: 1, count: size))
          #expect(answer.status == 200 && answer.header("Connection") == nil)
        }
        // The response arrives before the body is sent.
        try socket.sendRequest("POST", "/", headers: ["Content-Length: 1000"])
        #expect(try socket.readResponse().status == 200)
        try socket.send([UInt8](repeating: 0, count: 1000))
        for _ in 0..<2 {
          let chunks = String(repeating: "3e8\r\n" + String(repeating: "x", count: 1000) + "\r\n", count: 60)
          try socket.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n")
          #expect(try socket.readResponse().status == 200)
        }
        #expect(try socket.request("GET", "/").status == 200)
      }
    }
  }

  /// If the unread rest of the body is long, the server closes the connection. The response announces this (RFC 9112,
  /// section 9.6).
  @Test func aLongOneEndsItAndTheAnswerSaysSo() async throws {
    try await withServer(Self.later) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("POST", "/", headers: ["Content-Length: \(1 << 30)"])
      let answer = try socket.readResponse()
      #expect(answer.status == 200 && answer.header("Connection") == "close")
      try socket.send([UInt8](repeating: 0, count: 1000))
      #expect(try socket.readToEnd().isEmpty)
    }
  }

  /// A long body without a known length. The server cannot announce in the response that it will close the connection.
  @Test func aLongOneInChunksEndsItToo() async throws {
    for handler in [Self.later, Self.written] {
      try await withServer(handler) { port in
        let socket = try RawSocket(port: port)
        try socket.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(try socket.readResponse().status == 200)
        // Send more bytes than the server buffers while a handler runs, and more than it reads and drops after a
        // response.
        try socket.send("30d40\r\n" + String(repeating: "x", count: 200_000))
        #expect(try socket.readToEnd().isEmpty)
      }
    }
  }

  @Test func aMalformedRestEndsIt() async throws {
    try await withServer(Self.later) { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      #expect(try socket.readResponse().status == 200)
      try socket.send("nonsense\r\n")
      #expect(try socket.readToEnd().isEmpty)
    }
  }
}
