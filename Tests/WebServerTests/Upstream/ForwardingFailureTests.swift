import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Upstream servers and peers that disconnect, hang, or send malformed data.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ForwardingFailureTests {
  @Test func whoIsNotThereIsNamed() async throws {
    let upstream = try HandmadeUpstream(port: ReservedPort.next()) { _, _ in nil }
    upstream.stop()
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      let response = try socket.request("GET", "/")
      #expect(response.status == 502)
      #expect(response.text == "the connection was refused\n")
      // The client's connection can still be used after the error, even if the request had a body.
      #expect(try socket.request("POST", "/", body: pattern(1000)).status == 502)
      #expect(try socket.request("GET", "/").status == 502)
    }
  }

  @Test func aNameWithoutAnAddress() async throws {
    try await withForwarding(to: try Upstream(host: "nowhere.invalid", port: 80, isSecure: false)) { port in
      let response = try RawSocket(port: port).request("GET", "/")
      #expect(response.text == "there is no address for nowhere.invalid\n")
    }
  }

  @Test(arguments: [
    ("", "it closed the connection without a response"),
    ("HTTP/1.1 200 OK\r\nA: b\r\n", "it closed the connection without a response"),
    ("HTTP/1.1 100 Continue\r\n\r\n", "it closed the connection without a response"),
    ("SSH-2.0-OpenSSH_9.2\r\n", "it violates HTTP"),
    ("HTTP/1.1 200 OK\r\nA b\r\n\r\n", "it violates HTTP"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "it violates HTTP"),
    ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", "it switched to a protocol"),
  ])
  func whatIsNoResponse(sent: String, reason: String) async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send(sent)
      link.cut()
    }
    try await withForwarding(to: upstream) { port in
      let response = try RawSocket(port: port).request("GET", "/")
      #expect(response.status == 502)
      #expect(response.text.hasPrefix(reason))
    }
  }

  /// The client must be able to recognize that the response is incomplete.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\npart",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\nx",
  ])
  func aResponseThatIsCutIsCut(sent: String) async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send(sent)
      link.cut()
    }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/")
      let text = String(decoding: try socket.readToEnd(), as: UTF8.self)
      #expect(text.contains("200 OK") && text.contains("part"))
      #expect(!text.contains("0\r\n\r\n"))
    }
  }

  /// An upstream server may close an idle connection at the moment when the server reuses it. The server then repeats
  /// the request on a new connection.
  @Test func aKeptConnectionThatWasClosedIsNoFailure() async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send(.ok("link \(link.number)"))
      // Read the next request and do not answer it.
      _ = try upstream.readRequest(link)
      link.cut()
    }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      #expect(try socket.request("GET", "/1").text == "link 0")
      #expect(try socket.request("GET", "/2").text == "link 1")
      // A POST is never sent on a kept connection, because a failure would not show whether it was processed.
      #expect(try socket.request("POST", "/3", body: [1]).text == "link 2")
      #expect(upstream.requests.count(where: { $0.hasPrefix("POST") }) == 1)
      #expect(upstream.requests.count(where: { $0.hasPrefix("GET /2 ") }) == 2)
    }
  }

  @Test func anAbortReachesTheUpstreamServer() async throws {
    let ends = EventQueue<Bool>()
    let hasArrived = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      let head = try upstream.readRequest(link)
      if head?.contains("/stream") == true { try link.send("HTTP/1.1 200 OK\r\n\r\nfirst") }
      hasArrived.add(true)
      ends.add(link.waitForEnd())
    }
    try await withForwarding(to: upstream) { port in
      for path in ["/never-answered", "/stream"] {
        let socket = try RawSocket(port: port)
        try socket.sendRequest("GET", path)
        _ = try hasArrived.next()
        if path == "/stream" { _ = try socket.readHead() }
        socket.cut()
        #expect(try ends.next(within: 1))
      }
      let socket = try RawSocket(port: port)
      try socket.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
      _ = try hasArrived.next()
      socket.cut()
      #expect(try ends.next(within: 1))
    }
  }

  /// The upstream server answers without reading the body.
  @Test func anEarlyAnswerArrives() async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlarge")
      link.shutdownSending()
      _ = link.waitForEnd()
    }
    try await withForwarding(to: upstream) { port in
      for length in [1000, 1 << 30] {
        let socket = try RawSocket(port: port)
        try socket.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
        let response = try socket.readResponse()
        #expect(response.status == 413 && response.text == "large")
        #expect((response.header("Connection") == "close") == (length > 1000))
        guard length == 1000 else { continue }
        try socket.send(pattern(1000))
        #expect(try socket.request("GET", "/").status == 413)
      }
    }
  }

  @Test func aRequestWithAMalformedBodyIsCutOff() async throws {
    let hasRead = EventQueue<Bool>()
    let ends = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      hasRead.add(try link.read(6).count == 6)
      ends.add(link.waitForEnd())
    }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n")
      #expect(try hasRead.next())
      try socket.send("x\r\n")
      #expect(try socket.readResponse().status == 400)
      #expect(try ends.next(within: 1))
    }
  }

  @Test func whoDoesNotAnswerInTimeIsGivenUp() async throws {
    let ends = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      let head = try upstream.readRequest(link)
      if head?.contains("/half") == true { try link.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf") }
      ends.add(link.waitForEnd())
    }
    var limits = UpstreamLimits()
    (limits.responseTimeLimit, limits.silenceTimeLimit) = (.milliseconds(300), .milliseconds(300))
    try await withForwarding(to: upstream, limits: limits) { port in
      let socket = try RawSocket(port: port)
      #expect(try socket.request("GET", "/").text == "it did not answer in time\n")
      #expect(try ends.next())
      try socket.sendRequest("GET", "/half")
      #expect(String(decoding: try socket.readToEnd(), as: UTF8.self).hasSuffix("half"))
      #expect(try ends.next())
    }
  }

  /// A server that must not be used any more, for example because it no longer answers: its exchanges and tunnels end.
  @Test(arguments: Scheme.allCases) func anUpstreamServerThatIsNotUsedAnyMore(_ scheme: Scheme) async throws {
    let hasArrived = EventQueue<Bool>()
    let ends = EventQueue<Bool>()
    let server = try HandmadeUpstream { link, upstream in
      let head = try upstream.readRequest(link) ?? ""
      if head.contains("/half") { try link.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart") }
      if head.contains("/socket") {
        try link.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
      }
      hasArrived.add(true)
      ends.add(link.waitForEnd())
    }
    let upstream = try Upstream(host: "127.0.0.1", port: server.port, isSecure: false)
    try await withForwarding(to: upstream, scheme) { port in
      let waiting = try RawSocket(port: port, scheme: scheme)
      try waiting.sendRequest("POST", "/", body: [1])
      let half = try RawSocket(port: port, scheme: scheme)
      try half.sendRequest("GET", "/half")
      _ = try half.readHead()
      let socket = try RawSocket(port: port, scheme: scheme)
      try socket.send(
        "GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
      _ = try socket.readHead()
      for _ in 0..<3 { _ = try hasArrived.next() }
      upstream.end()
      let response = try waiting.readResponse()
      #expect(response.status == 502 && response.text == "it is not in use any more\n")
      #expect(String(decoding: try half.readToEnd(), as: UTF8.self).hasSuffix("part"))
      #expect(try socket.readToEnd() == [])
      for _ in 0..<3 { #expect(try ends.next()) }
      #expect(try waiting.request("GET", "/later").text == "it is not in use any more\n")
    }
  }
}
