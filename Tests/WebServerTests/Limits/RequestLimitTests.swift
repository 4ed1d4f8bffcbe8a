import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Tests each limit of a request with sizes below, at and above the limit. A request above the limit is refused with
/// one log line, and does not affect other clients.
@Suite(.timeLimit(.minutes(5))) struct RequestLimitTests {
  /// Checks a limit. `body` makes a request of the given size, and returns the response. Sizes up to `limit` must be
  /// accepted. A size of `limit + 1` must be answered with the status `refusal`.
  private func expect(
    _ refusal: Int, over limit: Int, change: (inout WebServerConfiguration) -> Void,
    _ body: @escaping @Sendable (RawSocket, Int) throws -> WireResponse
  ) async throws {
    let log = LogRecorder()
    try await withServer(logger: log.logger, change: change) { port in
      let neighbour = try RawSocket(port: port)
      #expect(try neighbour.request("GET", "/").status == 200)
      for size in [limit - 1, limit] { #expect(try body(RawSocket(port: port), size).status == 200, "\(size)") }
      #expect(log.lines.isEmpty)
      let socket = try RawSocket(port: port)
      let answer = try body(socket, limit + 1)
      #expect(answer.status == refusal)
      #expect(answer.header("Connection") == "close")
      #expect(!answer.text.isEmpty)
      #expect(try socket.readToEnd().isEmpty)
      #expect(log.lines == ["a request was refused peer=127.0.0.1 status=\(refusal)"])
      #expect(try neighbour.request("GET", "/").status == 200)
    }
  }

  @Test func requestLine() async throws {
    try await expect(414, over: 200, change: { $0.http.maximumRequestLineSize = 200 }) { socket, size in
      try socket.request("GET", "/" + String(repeating: "x", count: size - "GET / HTTP/1.1\r\n".utf8.count))
    }
    try await expect(414, over: 200, change: { $0.http.maximumRequestLineSize = 200 }) { socket, size in
      try socket.request("GET", "/a?b=" + String(repeating: "x", count: size - "GET /a?b= HTTP/1.1\r\n".utf8.count))
    }
  }

  @Test func headerCount() async throws {
    try await expect(431, over: 20, change: { $0.http.maximumFieldCount = 20 }) { socket, count in
      // The `Host` field counts as well, so send one field less.
      try socket.request("GET", "/", headers: [String](repeating: "Accept: x", count: count - 1))
    }
  }

  @Test func body() async throws {
    try await expect(413, over: 1000, change: { $0.http.maximumBodySize = 1000 }) { socket, size in
      try socket.request("POST", "/", body: [UInt8](repeating: 0, count: size))
    }
  }

  @Test func headerSize() async throws {
    try await expect(431, over: 1000, change: { $0.http.maximumHeadSize = 1000 }) { socket, size in
      let rest = "GET / HTTP/1.1\r\nHost: localhost\r\nCookie: \r\n\r\n".utf8.count
      return try socket.request("GET", "/", headers: ["Cookie: " + String(repeating: "x", count: size - rest)])
    }
  }

  /// The server answers a request whose head is too large, even if the peer is still sending the head.
  @Test(arguments: [
    ["Cookie: " + String(repeating: "x", count: 200_000)], [String](repeating: "a: b", count: 20_000),
    [String](repeating: "Accept: b", count: 200),
  ])
  func hugeHeadsHarmNobody(_ headers: [String]) async throws {
    try await withServer { port in
      let neighbour = try RawSocket(port: port)
      #expect(try neighbour.request("GET", "/").status == 200)
      let bad = try RawSocket(port: port)
      try? bad.sendRequest("GET", "/", headers: headers)
      #expect(try bad.readResponse().status == 431)
      #expect(try neighbour.request("GET", "/").status == 200)
    }
  }

  /// Cookies of other programs on the host would lock the user out until they expire.
  @Test func aHeadThatIsTooLargeEndsForeignCookies() async throws {
    try await withServer { port in
      func endings(_ target: String = "/", site: String = "none", cookie: String) throws -> [String] {
        let socket = try RawSocket(port: port)
        try? socket.sendRequest("GET", target, headers: ["Sec-Fetch-Site: \(site)", "Cookie: \(cookie)"])
        let reply = try socket.readResponse()
        #expect(reply.status == 431)
        // The rest of the head has not been read.
        #expect(reply.text.contains("The cookies of this address were deleted.") == !reply.cookies.isEmpty)
        return reply.cookies
      }
      let big = String(repeating: "x", count: 3900)
      let own = "__Host-a=1; bridge-session-1=a; __Host-bridge-frame-1=b"
      let foreign = (0..<6).map { "big\($0)=\(big)" }.joined(separator: "; ")
      #expect(
        try endings(cookie: "\(own); \(foreign)").prefix(4) == [
          "__Host-a=; Max-Age=0; Path=/; Secure", "__Host-a=; Max-Age=0; Path=/; SameSite=None; Secure; Partitioned",
          "big0=; Max-Age=0; Path=/", "big0=; Max-Age=0; Path=/; SameSite=None; Secure; Partitioned",
        ])
      #expect(try !endings(cookie: "\(own); \(foreign)").contains { $0.contains("bridge-") })
      // A foreign cookie may have a name like one of the server's own.
      #expect(
        try endings(cookie: foreign.replacing("big", with: "bridge-junk")).first?.hasPrefix("bridge-junk0=;") == true)
      let paths = try endings("/a/b?c", cookie: foreign).filter { $0.hasPrefix("big0") && !$0.contains("Secure") }
      #expect(paths.map { $0.split(separator: "Path=").last } == ["/", "/a", "/a/", "/a/b", "/a/b/"])
      // A page of another origin must not delete the cookies of other programs.
      #expect(try endings(site: "cross-site", cookie: foreign) == [])
      #expect(try endings("/?" + String(repeating: "a", count: 11_000), cookie: "a=b; c=\(big)x\(big)") == [])
    }
  }

  @Test(arguments: [50, 75]) func queriesMayHaveManyParts(_ count: Int) async throws {
    try await withServer { port throws in
      let query = [String](repeating: "a", count: count).joined(separator: "&")
      #expect(try RawSocket(port: port).request("GET", "/?" + query).text == "GET / \(query) 0")
    }
  }

  /// A peer that disconnects before the end of a request receives no answer.
  @Test(arguments: ["", "GET / HTTP/1.1\r\nHo"]) func thoseWhoLeaveAreNotRefused(_ start: String) async throws {
    let log = LogRecorder()
    try await withServer(logger: log.logger) { port in
      let socket = try RawSocket(port: port)
      try socket.send(start)
      socket.shutdownSending()
      #expect(try socket.readToEnd().isEmpty)
      #expect(log.lines.isEmpty)
    }
  }

  @Test func webSocketMessages() async throws {
    let log = LogRecorder()
    try await withServer(logger: log.logger, change: { $0.sockets.maximumMessageSize = 1000 }) { port in
      let neighbour = try WebSocketClient(port: port)
      for pieces in [1, 3] {
        let client = try WebSocketClient(port: port)
        for size in [999, 1000, 1001] {
          let message = [UInt8](repeating: 65, count: size)
          for piece in 0..<pieces {
            let part = message[(size * piece / pieces)..<(size * (piece + 1) / pieces)]
            try client.send(opcode: piece == 0 ? 1 : 0, Array(part), isFinal: piece == pieces - 1)
          }
          if size > 1000 {
            #expect(try client.readClose().code == 1009)
          } else {
            #expect(try client.readMessage() == message)
          }
        }
      }
      #expect(log.lines.count == 2)
      try neighbour.send("x")
      #expect(try neighbour.readMessage() == [120])
    }
  }
}
