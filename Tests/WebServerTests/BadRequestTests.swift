import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct BadRequestTests {
  @Test func chunkedBodiesAreTaken() async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      for _ in 1...2 {
        try socket.send(
          "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n2;a=b\r\n!!\r\n0\r\nT: x\r\n\r\n"
        )
        #expect(try socket.readResponse().text == "POST / - 7")
      }
    }
  }

  @Test(arguments: ["-1", "abc", "1e3", "5, 5", "0x10", "99999999999999999999", ""])
  func wrongLengthsAreRefused(_ length: String) async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n")
      let answer = try socket.readResponse()
      #expect(answer.status == 400)
      #expect(try socket.readToEnd().isEmpty)
    }
  }

  @Test func repeatedLengthsAreRefused() async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab")
      #expect(try socket.readResponse().status == 400)
    }
  }

  @Test func largeBodiesAreRefusedAndTheAnswerIsSeen() async throws {
    try await withServer(change: { $0.http.maximumBodySize = 1000 }) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("POST", "/", body: [UInt8](repeating: 0, count: 1000))
      #expect(try socket.readResponse().status == 200)
      // Send a body that is many times larger than the socket's buffers. If the server stopped reading at once, the
      // client could not read the response.
      try socket.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n")
      try socket.send([UInt8](repeating: 0, count: 300_000))
      let answer = try socket.readResponse()
      #expect(answer.status == 413)
      #expect(try socket.readToEnd().isEmpty)
    }
  }

  /// RFC 9112, section 6.3, rule 7: a request without a length has no body.
  @Test func aPostWithoutLengthHasNoBody() async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST /n HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try socket.readResponse().text == "POST /n - 0")
      #expect(try socket.request("GET", "/next").text == "GET /next - 0")
    }
  }

  @Test(arguments: [
    "BREW /pot HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}", "GET", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /%zz HTTP/1.1\r\n\r\n", "GET /\r\n\r\n",
  ])
  func nonsenseHarmsNobody(_ text: String) async throws {
    try await withServer(change: { $0.http.headTimeLimit = .seconds(5) }) { port in
      let good = try RawSocket(port: port)
      #expect(try good.request("GET", "/").status == 200)
      let bad = try RawSocket(port: port)
      try bad.send(text)
      bad.shutdownSending()
      let answer = try? bad.readToEnd()
      #expect(answer.map { !$0.starts(with: Array("HTTP/1.1 200".utf8)) } ?? true)
      #expect(try good.request("GET", "/").status == 200)
    }
  }

  @Test func handlersCannotBreakTheHead() async throws {
    let handler = TestHandler(answer: { _ in
      var response = ServerResponse(.ok, body: .bytes([65]))
      response.headers[.location] = "/a\r\nEvil: 1"
      response.headers[.contentLength] = "99"
      response.headers[.server] = "mine"
      return response
    })
    try await withServer(handler) { port in
      let answer = try RawSocket(port: port).request("GET", "/")
      #expect(!answer.head.lowercased().contains("\r\nevil"))
      #expect(answer.header("Content-Length") == "1")
      #expect(answer.header("Server") == nil)
    }
  }
}
