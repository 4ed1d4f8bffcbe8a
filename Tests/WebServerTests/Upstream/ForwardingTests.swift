import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Requests that a server forwards to an upstream server.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ForwardingTests {
  @Test(arguments: Scheme.allCases)
  func aRequestArrivesByteForByte(_ scheme: Scheme) async throws {
    let upstream = try HandmadeUpstream { _, _ in .ok("hello") }
    try await withForwarding(to: upstream, scheme) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      try socket.send(
        "GET /a%2Fb;c//../d?x=%26&%zz HTTP/1.1\r\nHost: a\r\nB: 1\r\nA:  x \u{e9} \r\nB: 2\r\nConnection: x-hop, Upgrade\r\n"
          + "X-Hop: 1\r\nKeep-Alive: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nHTTP2-Settings: a\r\nProxy-Authorization: b\r\n\r\n"
      )
      let response = try socket.readResponse()
      #expect(response.text == "hello")
      #expect(response.header("Content-Type") == "text/plain")
      #expect(
        upstream.requests == [
          "GET /a%2Fb;c//../d?x=%26&%zz HTTP/1.1\r\nHost: 127.0.0.1:\(upstream.port)\r\nB: 1\r\nA: x \u{e9}\r\nB: 2\r\n\r\n"
        ])
    }
  }

  @Test func manyRequestsShareOneConnection() async throws {
    let links = EventQueue<Int>()
    let upstream = try HandmadeUpstream { link, upstream in
      links.add(link.number)
      while let head = try upstream.readRequest(link) {
        switch head.split(separator: " ").first {
        case "HEAD": try link.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\nDate: now\r\n\r\n")
        default:
          try link.send(
            head.contains(" /304 ")
              ? "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nContent-Length: 9\r\n\r\n"
              : head.contains(" /204 ") ? "HTTP/1.1 204 No Content\r\n\r\n" : .ok("seven!!"))
        }
      }
    }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      #expect(try socket.request("GET", "/").text == "seven!!")
      let head = try socket.request("HEAD", "/")
      #expect(head.header("Content-Length") == "7")
      #expect(head.header("Date") == "now")
      let unchanged = try socket.request("GET", "/304")
      #expect(unchanged.status == 304 && unchanged.header("ETag") == "\"a\"")
      #expect(unchanged.header("Content-Length") == nil)
      #expect(try socket.request("GET", "/204").status == 204)
      // Another peer's request uses the same upstream connection.
      let other = try RawSocket(port: port)
      #expect(try other.request("GET", "/").text == "seven!!")
      #expect(try socket.request("GET", "/").header("Date")?.hasSuffix("GMT") == true)
      #expect(try links.next() == 0)
      #expect(links.isEmpty)
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    let upstream = try HandmadeUpstream { head, _ in .ok(String(head.split(separator: " ")[1])) }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.send((1...20).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
      for number in 1...20 { #expect(try socket.readResponse().text == "/\(number)") }
    }
  }

  @Test func fieldsThatComeSeveralTimesStayApartAndInOrder() async throws {
    let cookies = (0..<10).map { "Set-Cookie: c\($0)=\($0); Expires=Wed, 21 Oct 2026 07:28:00 GMT" }
    let upstream = try HandmadeUpstream { _, _ in .ok("", headers: cookies + ["Connection: x-a", "X-A: 1"]) }
    try await withForwarding(to: upstream) { port in
      let head = try RawSocket(port: port).request("GET", "/").head
      #expect(head.split(separator: "\r\n").filter { $0.hasPrefix("Set-Cookie") }.map(String.init) == cookies)
      #expect(!head.contains("X-A"))
    }
  }

  @Test func bodiesOfUnknownLengthBecomeChunks() async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      let head = try #require(try upstream.readRequest(link))
      if head.contains("/close") {
        try link.send("HTTP/1.1 200 OK\r\n\r\nuntil the end")
      } else {
        try link.send(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nT: x\r\n\r\n")
      }
      link.cut()
    }
    try await withForwarding(to: upstream) { port in
      for (path, body) in [("/close", "until the end"), ("/chunks", "abcde")] {
        let socket = try RawSocket(port: port)
        try socket.sendRequest("GET", path)
        #expect(try socket.readHead().contains("Transfer-Encoding: chunked\r\n"))
        var text = ""
        while case let size = try socket.readChunk(), !size.isEmpty { text += String(decoding: size, as: UTF8.self) }
        #expect(text == body)
        // HTTP/1.0 has no chunks, so the end of the connection ends the body.
        let old = try RawSocket(port: port)
        try old.send("GET \(path) HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let head = try old.readHead()
        #expect(head.contains("Connection: close\r\n") && !head.contains("chunked"))
        #expect(String(decoding: try old.readToEnd(), as: UTF8.self) == body)
      }
    }
  }

  /// The server sends each piece to the client at once: the upstream server sends the next piece only after the client
  /// has read the last one.
  @Test(arguments: Scheme.allCases)
  func aResponsePassesAsItComes(_ scheme: Scheme) async throws {
    let isRead = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      for number in 1...3 {
        _ = try isRead.next()
        try link.send("data: \(number)\n\n")
      }
    }
    try await withForwarding(to: upstream, scheme) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      try socket.sendRequest("GET", "/")
      _ = try socket.readHead()
      for number in 1...3 {
        isRead.add(true)
        #expect(String(decoding: try socket.readChunk(), as: UTF8.self) == "data: \(number)\n\n")
      }
    }
  }

  @Test(arguments: Scheme.allCases)
  func bodiesOfRequestsPassAsTheyCome(_ scheme: Scheme) async throws {
    let pieces = EventQueue<String>()
    let upstream = try HandmadeUpstream { link, upstream in
      while let head = try upstream.readRequest(link) {
        let isChunked = head.headerValue("Transfer-Encoding") == "chunked"
        if isChunked {
          for _ in 0..<2 { pieces.add(String(decoding: try link.read(8), as: UTF8.self)) }
          pieces.add(String(decoding: try link.read(5), as: UTF8.self))
        } else {
          for _ in 0..<2 { pieces.add(String(decoding: try link.read(3), as: UTF8.self)) }
        }
        try link.send(.ok("taken"))
      }
    }
    try await withForwarding(to: upstream, scheme) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      try socket.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
      #expect(try pieces.next() == "abc")
      try socket.send("def")
      #expect(try pieces.next() == "def")
      #expect(try socket.readResponse().text == "taken")
      try socket.send("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
      #expect(try socket.readHead() == "HTTP/1.1 100 Continue\r\n\r\n")
      try socket.send("3;a=b\r\nabc\r\n")
      #expect(try pieces.next() == "3\r\nabc\r\n")
      try socket.send("003\r\ndef\r\n0\r\nA: trailer\r\n\r\n")
      #expect(try pieces.next() == "3\r\ndef\r\n")
      #expect(try pieces.next() == "0\r\n\r\n")
      #expect(try socket.readResponse().text == "taken")
      #expect(upstream.requests[1].headerValue("Expect") == nil)
    }
  }

  /// The upstream server sends a part of its response before the request has arrived completely.
  @Test func bothDirectionsAtOnce() async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n")
      try link.send(try link.read(3))
      try link.send(try link.read(3))
    }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
      _ = try socket.readHead()
      #expect(try socket.read(3) == Array("abc".utf8))
      try socket.send("def")
      #expect(try socket.read(3) == Array("def".utf8))
    }
  }

  @Test func whatWaitsForADecisionPassesWithItsBody() async throws {
    let upstream = try HandmadeUpstream { head, body in .ok(String(decoding: body, as: UTF8.self)) }
    let target = try Upstream(host: "127.0.0.1", port: upstream.port, isSecure: false)
    let waiting = EventQueue<@Sendable () -> Void>()
    var handler = TestHandler()
    handler.forward = { request in
      .decide { request, pending in
        if request.path == "/stay" { return pending.send(ServerResponse(.noContent)) }
        waiting.add { pending.forward(.passing(request, to: target)) }
      }
    }
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("POST", "/later", body: pattern(300_000).map { $0 & 63 | 64 })
      try waiting.next()()
      #expect(try socket.readResponse().body == pattern(300_000).map { $0 & 63 | 64 })
      #expect(try socket.request("POST", "/stay", body: pattern(1000)).status == 204)
      try socket.sendRequest("GET", "/get")
      try waiting.next()()
      #expect(try socket.readResponse().status == 200)
    }
  }
}

extension RawSocket {
  /// Returns the next chunk, or an empty array for the last one, which must have no trailers.
  func readChunk() throws -> [UInt8] {
    var line = ""
    while !line.hasSuffix("\r\n") { line += String(decoding: try read(1), as: UTF8.self) }
    guard let size = Int(line.dropLast(), radix: 16) else { throw TestError("no chunk: \(line)") }
    let content = try read(size)
    guard try read(2) == [13, 10] else { throw TestError("a chunk has no end") }
    return content
  }
}
