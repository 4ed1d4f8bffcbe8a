import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct RequestTests {
  @Test func getHeadAndPost() async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      let get = try socket.request("GET", "/a/b?x=1")
      #expect(get.status == 200)
      #expect(get.text == "GET /a/b x=1 0")
      #expect(get.header("X-Content-Type-Options") == "nosniff")
      #expect(get.header("Date")?.hasSuffix(" GMT") == true)
      #expect(get.header("Server") == nil)
      let head = try socket.request("HEAD", "/a")
      #expect(head.status == 200)
      #expect(head.header("Content-Length") == "11")
      let post = try socket.request("POST", "/p", body: Array("hello".utf8))
      #expect(post.text == "POST /p - 5")
      #expect(try socket.request("POST", "/p", body: []).text == "POST /p - 0")
    }
  }

  @Test(arguments: ["PUT", "PATCH", "DELETE", "OPTIONS"])
  func otherMethodsReachTheHandler(_ method: String) async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      #expect(try socket.request(method, "/m").text.hasPrefix("\(method) /m - "))
      let again = try RawSocket(port: port)
      #expect(try again.request(method, "/m", body: Array("body".utf8)).text.hasPrefix("\(method) /m - "))
      #expect(try again.request("GET", "/after").text == "GET /after - 0")
    }
  }

  /// Targets are not decoded or normalized.
  @Test(arguments: [
    "/a%20b/%C3%BC", "/?q=%26%3D&b=1", "/x?", "/a&b", "/%FF", "/%00", "/a/../b", "//a", "/a;b?c;d&e", "/?", "/a+b?c+d",
    "/a%2Fb;c//../d?x=%26", "/a%2F..%2Fb?x", "/?a?b", "/%zz",
  ])
  func targetsArriveAsTheyAreSent(_ target: String) async throws {
    let handler = TestHandler(prompt: { ServerResponse(.ok, body: .bytes(Array($0.target.raw.utf8))) })
    try await withServer(handler) { port throws in
      #expect(try RawSocket(port: port).request("GET", target).text == target)
    }
  }

  @Test func headersArrive() async throws {
    let handler = TestHandler(answer: { request in
      let names = ["Cookie", "Origin", "Bridge-Document", "Sec-Fetch-Mode", "If-None-Match", "Unlisted"]
      let values = names.map { name in HTTPField.Name(name).flatMap { request.headers[$0] } ?? "nil" }
      return ServerResponse(.ok, body: .bytes(Array(values.joined(separator: "|").utf8)))
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      let answer = try socket.request(
        "GET", "/",
        headers: [
          "Cookie: a=1; b=2", "Origin: http://localhost", "BRIDGE-Document: 0123  ", "Sec-Fetch-Mode: navigate",
          "If-None-Match: \"x\"", "Unlisted: y",
        ])
      #expect(answer.text == "a=1; b=2|http://localhost|0123|navigate|\"x\"|y")
    }
  }

  @Test func keepAliveAndPipelining() async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      for number in 0..<100 { #expect(try socket.request("GET", "/\(number)").text == "GET /\(number) - 0") }
      for number in 0..<20 { try socket.sendRequest("GET", "/p\(number)") }
      for number in 0..<20 { #expect(try socket.readResponse().text == "GET /p\(number) - 0") }
      try socket.send("GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      let last = try socket.readResponse()
      #expect(last.header("Connection") == "close")
      #expect(try socket.readToEnd().isEmpty)
    }
  }

  @Test func aRequestBehindASlowOneWaits() async throws {
    let handler = TestHandler(answer: { request in
      if request.path == "/slow" { await Task.yield() }
      return TestHandler.echo(request)
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      for _ in 0..<20 {
        try socket.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try socket.readResponse().text == "GET /slow - 0")
      }
      try socket.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try socket.readResponse().text == "GET /slow - 0")
      #expect(try socket.readResponse().text == "GET /next - 0")
    }
  }

  @Test(arguments: ["/fast", "/slow"]) func pipelinedBodiesTakeTheirTurn(_ first: String) async throws {
    let handler = TestHandler(answer: { request in
      if request.path == "/slow" { await Task.yield() }
      return TestHandler.echo(request)
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      let get = "GET \(first) HTTP/1.1\r\nHost: x\r\n\r\n"
      try socket.send(get + "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc" + get)
      for text in ["GET \(first) - 0", "POST /b - 3", "GET \(first) - 0"] {
        #expect(try socket.readResponse().text == text)
      }
    }
  }

  /// A request that is refused because of its head is answered after the requests before it. The bytes after it are
  /// ignored.
  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n" + String(repeating: "Accept: x\r\n", count: 65) + "\r\nabc",
    "PUT /" + String(repeating: "x", count: 13_000) + " HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
    "PATCH / HTTP/1.1\r\nHost: x\r\nContent-Length: 17000000\r\n\r\nabc",
  ])
  func pipelinedBodiesThatAreRefusedHarmNobody(_ refused: String) async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      try socket.send("GET /first HTTP/1.1\r\nHost: x\r\n\r\n" + refused)
      #expect(try socket.readResponse().text == "GET /first - 0")
      #expect([400, 413, 414, 431].contains(try socket.readResponse().status))
      #expect(try socket.readToEnd().isEmpty)
      #expect(try RawSocket(port: port).request("POST", "/fine", body: [1, 2]).text == "POST /fine - 2")
    }
  }

  /// The server reads and ignores bytes after a refused request, so that the peer can read the response. This must cost
  /// little processor time.
  @Test func whatFollowsARefusedBodyCostsNothing() async throws {
    let clocks = EventQueue<ThreadClock>()
    let handler = TestHandler(refuse: { _ in
      // This closure runs on the loop's thread, so the clock measures that thread. An answer runs on another one.
      clocks.add(ThreadClock())
      return nil
    })
    try await withServer(handler, change: { $0.http.maximumBodySize = 10 }) { port in
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
      let clock = try clocks.next()
      let before = clock.seconds
      let socket = try RawSocket(port: port)
      try socket.sendRequest("POST", "/", headers: ["Content-Length: 11"])
      #expect(try socket.readResponse().status == 413)
      try socket.send("elevenbytes" + String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 100))
      // Send until the server has closed the connection. Sending then fails with a reset.
      while (try? socket.send("x")) != nil { socket.awaitEnd(milliseconds: 20) }
      #expect(clock.seconds - before < 1)
    }
  }

  @Test func http10ClosesUnlessAskedNotTo() async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      try socket.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(try socket.readResponse().header("Connection") == "keep-alive")
      try socket.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try socket.readResponse().status == 200)
      #expect(try socket.readToEnd().isEmpty)
    }
  }

  @Test func bodiesArriveWhole() async throws {
    let handler = TestHandler(answer: { request in
      let isRight = request.body == pattern(request.body.count)
      return ServerResponse(isRight ? .ok : .badRequest, body: .bytes(Array("\(request.body.count)".utf8)))
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      for size in [1, 4096, 65536, 3_000_000, 16 << 20] {
        let answer = try socket.request("POST", "/", body: pattern(size))
        #expect(answer.status == 200)
        #expect(answer.text == "\(size)")
      }
    }
  }

  /// An interim status cannot be the answer, because the peer would wait for a final response.
  @Test(arguments: [100, 101, 199]) func anInterimStatusIsNoAnswer(_ code: Int) async throws {
    let log = LogRecorder()
    try await withServer(TestHandler(answer: { _ in ServerResponse(.init(code: code)) }), logger: log.logger) { port in
      let socket = try RawSocket(port: port)
      for _ in 0..<2 { #expect(try socket.request("GET", "/").status == 500) }
      #expect(log.lines.first == "a handler's response has an invalid status status=\(code)")
    }
  }

  @Test func statusesWithoutBodyHaveNone() async throws {
    let handler = TestHandler(answer: { request in
      ServerResponse(request.path == "/204" ? .noContent : .notModified, body: .bytes([1, 2, 3]))
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      for path in ["/204", "/304"] {
        let answer = try socket.request("GET", path)
        #expect(answer.head.hasPrefix("HTTP/1.1 \(path.dropFirst()) "))
        #expect(answer.header("Content-Length") == nil)
      }
      #expect(try socket.request("GET", "/204").status == 204)
    }
  }

  @Test func expectedContinueIsGiven() async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST /e HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(try socket.readHead() == "HTTP/1.1 100 Continue\r\n\r\n")
      try socket.send("ab")
      #expect(try socket.readResponse().text == "POST /e - 2")
    }
  }
}
