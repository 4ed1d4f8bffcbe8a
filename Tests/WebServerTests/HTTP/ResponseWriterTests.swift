import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Bodies that a closure writes.
@Suite(.timeLimit(.minutes(5))) struct ResponseWriterTests {
  private static func handler(
    length: Int64? = nil, _ write: @escaping @Sendable (ResponseWriter) async throws -> Void
  ) -> TestHandler {
    TestHandler(prompt: { request in
      request.path == "/after"
        ? TestHandler.echo(request)
        : ServerResponse(.ok, headers: [.contentType: "text/plain"], body: .writer(length: length, write))
    })
  }

  /// Returns the chunks of a chunked body.
  private static func chunks(of socket: RawSocket) throws -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    while true {
      var line: [UInt8] = []
      while line.suffix(2) != [13, 10] { line += try socket.read(1) }
      guard let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) else {
        throw TestError("no size")
      }
      if size > 0 { chunks.append(try socket.read(size)) }
      guard try socket.read(2) == [13, 10] else { throw TestError("no end of a chunk") }
      if size == 0 { return chunks }
    }
  }

  @Test(arguments: Scheme.allCases) func itIsSentInChunksAsItComes(_ scheme: Scheme) async throws {
    let (first, second) = (Gate(), Gate())
    let handler = Self.handler { writer in
      for (gate, text) in [(first, "one"), (second, "two")] {
        await gate.wait()
        try await writer.write(Array(text.utf8))
      }
    }
    try await withServer(scheme, handler) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      try socket.sendRequest("GET", "/")
      #expect(try socket.readHead().contains("Transfer-Encoding: chunked\r\n"))
      first.open()
      #expect(try socket.read(8) == Array("3\r\none\r\n".utf8))
      second.open()
      #expect(try Self.chunks(of: socket) == [Array("two".utf8)])
      #expect(try socket.request("GET", "/after").text == "GET /after - 0")
      let head = try socket.request("HEAD", "/")
      #expect(head.header("Transfer-Encoding") == "chunked")
      #expect(try socket.request("GET", "/after").text == "GET /after - 0")
    }
  }

  @Test func muchIsSentInLittleMemory() async throws {
    let handler = Self.handler { writer in
      for number in 0..<200 { try await writer.write([UInt8](repeating: UInt8(number), count: 100_000)) }
    }
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/")
      _ = try socket.readHead()
      let bytes = try Self.chunks(of: socket).joined()
      #expect(bytes.count == 20_000_000)
      #expect(Array(bytes).enumerated().allSatisfy { $0.element == UInt8($0.offset / 100_000) })
    }
  }

  @Test func aKnownLengthIsKept() async throws {
    try await withServer(
      Self.handler(length: 6) { writer in
        try await writer.write(Array("abc".utf8))
        try await writer.write(Array("def".utf8))
      }
    ) { port in
      let socket = try RawSocket(port: port)
      for _ in 1...2 { #expect(try socket.request("GET", "/").text == "abcdef") }
    }
  }

  /// The handler writes three bytes, but has announced a length of two or four. The server ends the connection, so that
  /// the peer does not consider the body complete.
  @Test(arguments: [2, 4]) func aWrongLengthEndsTheConnection(_ length: Int64) async throws {
    try await withServer(Self.handler(length: length) { writer in try await writer.write(Array("abc".utf8)) }) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/")
      #expect(try socket.readHead().contains("Content-Length: \(length)\r\n"))
      #expect(try socket.readToEnd().count < length)
    }
  }

  @Test func anErrorEndsTheConnection() async throws {
    try await withServer(
      Self.handler { writer in
        try await writer.write([65])
        throw TestError("no more")
      }
    ) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/")
      _ = try socket.readHead()
      #expect(try !String(decoding: socket.readToEnd(), as: UTF8.self).contains("0\r\n\r\n"))
    }
  }

  @Test func olderClientsReadToTheEnd() async throws {
    try await withServer(Self.handler { writer in try await writer.write(Array("abc".utf8)) }) { port in
      let socket = try RawSocket(port: port)
      try socket.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let head = try socket.readHead()
      #expect(!head.contains("Transfer-Encoding") && head.contains("Connection: close\r\n"))
      #expect(try socket.readToEnd() == Array("abc".utf8))
    }
  }

  /// The task of a writing closure is cancelled when the peer disconnects.
  @Test(arguments: [true, false]) func aPeerThatGoesCancelsTheTask(_ isWriting: Bool) async throws {
    let events = EventQueue<String>()
    let handler = Self.handler { writer in
      events.add("begun")
      do {
        while true {
          if isWriting {
            try await writer.write([UInt8](repeating: 65, count: 1000))
          } else {
            await untilCancelled()
            throw CancellationError()
          }
        }
      } catch { events.add("ended") }
    }
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/")
      #expect(try events.next() == "begun")
      socket.reset()
      #expect(try events.next() == "ended")
    }
  }
}
