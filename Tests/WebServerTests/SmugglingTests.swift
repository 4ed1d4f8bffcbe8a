import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

/// Requests that the HTTP parser of libwebsockets would read as two requests, or as none. The server uses its own
/// parser.
@Suite(.timeLimit(.minutes(5))) struct SmugglingTests {
  /// After a field name that is a prefix of a known name, libwebsockets skipped the next line.
  @Test(arguments: ["X-Auth", "X", "User", "Content", "Host-", "Accep", "Sec-WebSocket"])
  func aFieldThatBeginsAnothersNameHidesNothing(_ name: String) async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      let hidden = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
      try socket.send(
        "POST /a HTTP/1.1\r\n\(name): a\r\nContent-Length: \(hidden.utf8.count)\r\nHost: x\r\n\r\n\(hidden)")
      #expect(try socket.readResponse().text == "POST /a - \(hidden.utf8.count)")
      // If such a field was the last one, libwebsockets waited forever.
      try socket.send("GET /last HTTP/1.1\r\nHost: x\r\n\(name): a\r\n\r\n")
      #expect(try socket.readResponse().text == "GET /last - 0")
    }
  }

  @Test(arguments: [
    "Content-Length : 5", " Content-Length: 5", "X: a\nContent-Length: 5", "X: a\rContent-Length: 5", "X: a\0b",
    "no colon", ": no name", "X: a\r\n folded", "Content-Length: +5", "Content-Length: 5\r\nContent-Length: 5",
    "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked, identity", "Host: y", "a@b: c",
  ])
  func whatIsAmbiguousEndsTheConnection(_ lines: String) async throws {
    try await withServer { port in
      let neighbour = try RawSocket(port: port)
      let socket = try RawSocket(port: port)
      try socket.send("POST /a HTTP/1.1\r\nHost: x\r\n\(lines)\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try socket.readResponse()
      #expect([400, 501].contains(answer.status) && answer.header("Connection") == "close")
      #expect(try socket.readToEnd().isEmpty)
      #expect(try neighbour.request("GET", "/").status == 200)
    }
  }

  /// If the request target is an absolute URL, its authority replaces the `Host` field (RFC 9112, section 3.2.2).
  @Test func anAbsoluteTargetsAuthorityCounts() async throws {
    let handler = TestHandler(prompt: {
      ServerResponse(.ok, body: .bytes(Array("\($0.authority ?? "-") \($0.path)".utf8)))
    })
    try await withServer(handler) { port throws in
      let answer = try RawSocket(port: port).request("GET", "http://other.example:81/a?b")
      #expect(answer.text == "other.example:81 /a")
    }
  }

  @Test func answersKeepTheOrderOfTheirRequests() async throws {
    let handler = TestHandler(answer: { request in
      if request.path.hasPrefix("/slow") { await Task.yield() }
      return TestHandler.echo(request)
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      let requests = (0..<50).map { $0 % 3 == 0 ? "/slow\($0)" : "/\($0)" }
      try socket.send(requests.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
      for request in requests { #expect(try socket.readResponse().text == "GET \(request) - 0") }
    }
  }
}
