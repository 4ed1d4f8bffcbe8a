import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Ambiguous requests and responses. No client may receive another client's data.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ForwardingSmugglingTests {
  /// The server does not forward an ambiguous request, or forwards it in such a way that the upstream server sees a
  /// single request.
  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 40\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: a\nGET /hidden HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: a\rGET /hidden HTTP/1.1\r\n\r\n",
    "GET /\thidden HTTP/1.1\r\nHost: a\r\n\r\n", "GET / /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 37, 37\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
    "CONNECT hidden:80 HTTP/1.1\r\nHost: hidden:80\r\n\r\n",
  ])
  func requestsThatOthersReadDifferently(_ text: String) async throws {
    let upstream = try HandmadeUpstream { _, _ in .ok("x") }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.send(text)
      #expect(try socket.readResponse().status >= 400)
      #expect(try RawSocket(port: port).request("GET", "/after").status == 200)
      #expect(upstream.requests.allSatisfy { !$0.contains("hidden") })
    }
  }

  /// The `Content-Length` of a forwarded request is the number of bytes of its body, even if `Connection` lists that
  /// field.
  @Test func aBodyIsSentWithALengthOfOurOwn() async throws {
    let upstream = try HandmadeUpstream { head, body in .ok("\(body.count)") }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.send(
        "POST /first HTTP/1.1\r\nHost: a\r\nConnection: Content-Length\r\nContent-Length: 37\r\n\r\n"
          + "GET /hidden HTTP/1.1\r\nHost: aaaaa\r\n\r\n")
      #expect(try socket.readResponse().text == "37")
      #expect(upstream.requests.map { $0.headerValue("Content-Length") } == ["37"])
    }
  }

  /// Bytes that an upstream server sends after its response are dropped.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhidden",
    "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhidden",
    "HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\nhidden",
    "HTTP/1.1 204 No Content\r\nContent-Length: 6\r\n\r\nhidden",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhidden",
  ])
  func responsesWithMoreBehindThem(_ sent: String) async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      while let head = try upstream.readRequest(link) {
        try link.send(head.contains("/first") ? sent : .ok("own"))
      }
    }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/first")
      #expect(try !socket.readHead().contains("hidden"))
      let other = try RawSocket(port: port)
      for _ in 0..<3 { #expect(try other.request("GET", "/second").text == "own") }
    }
  }

  /// The upstream server sends a second response while the connection is idle. The server must close that connection.
  @Test func whatComesWhileNobodyAskedEndsTheConnection() async throws {
    let hasEnded = EventQueue<Bool>()
    let goes = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send(.ok("own \(link.number)"))
      guard link.number == 0 else { return }
      _ = try goes.next()
      try link.send(.ok("hidden"))
      hasEnded.add(link.waitForEnd())
    }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      #expect(try socket.request("GET", "/").text == "own 0")
      goes.add(true)
      #expect(try hasEnded.next())
      #expect(try socket.request("GET", "/").text == "own 1")
    }
  }
}
