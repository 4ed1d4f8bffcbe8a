import SnippetBridgePlatform
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.ownThreads, .timeLimit(.minutes(5))) struct TunnelTests {
  private static let handshake =
    "GET /hmr?a HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: vite-hmr\r\n"
    + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
  private static let switching =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n"
    + "Set-Cookie: a=b\r\n\r\n"

  @Test(arguments: Scheme.allCases)
  func bytesPassBothWays(_ scheme: Scheme) async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      // Bytes that arrive together with the head are forwarded as well.
      try link.send(Self.switching + "early")
      try link.send(try link.read(5))
      while let piece = try? link.read(1000) { try link.send(piece) }
    }
    try await withForwarding(to: upstream, scheme) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      try socket.send(Self.handshake + "first")
      let head = try socket.readHead()
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      #expect(head.headerValue("Upgrade") == "websocket" && head.headerValue("Connection") == "Upgrade")
      #expect(head.headerValue("Sec-WebSocket-Accept") == "x" && head.headerValue("Set-Cookie") == "a=b")
      #expect(try socket.read(10) == Array("earlyfirst".utf8))
      let bytes = pattern(100_000)
      for start in stride(from: 0, to: bytes.count, by: 1000) {
        try socket.send(Array(bytes[start..<start + 1000]))
        #expect(try socket.read(1000) == Array(bytes[start..<start + 1000]))
      }
      let request = try #require(upstream.requests.first)
      #expect(request.headerValue("Connection") == "Upgrade" && request.headerValue("Upgrade") == "websocket")
      #expect(request.headerValue("Sec-WebSocket-Protocol") == "vite-hmr")
      #expect(request.headerValue("Sec-WebSocket-Extensions") == "permessage-deflate")
    }
  }

  @Test(arguments: Scheme.allCases)
  func oneSideMayEndBeforeTheOther(_ scheme: Scheme) async throws {
    let ends = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      let head = try upstream.readRequest(link)
      try link.send(Self.switching)
      if head?.contains("/server-ends") == true {
        link.shutdownSending()
        ends.add(try link.read(4) == Array("more".utf8))
      } else {
        ends.add(link.waitForEnd())
        try link.send("more")
      }
    }
    try await withForwarding(to: upstream, scheme) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      try socket.send(Self.handshake)
      _ = try socket.readHead()
      socket.shutdownSending()
      #expect(try ends.next())
      #expect(try socket.readToEnd() == Array("more".utf8))

      let other = try RawSocket(port: port, scheme: scheme)
      try other.send(Self.handshake.replacing("/hmr", with: "/server-ends"))
      _ = try other.readHead()
      #expect(try other.readToEnd() == [])
      try other.send("more")
      #expect(try ends.next())
    }
  }

  @Test func aCutReachesTheOtherSide() async throws {
    let ends = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send(Self.switching)
      ends.add(link.waitForEnd())
    }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.send(Self.handshake)
      _ = try socket.readHead()
      socket.reset()
      #expect(try ends.next(within: 1))
    }
  }

  /// A tunnel has no time limit for idle connections, so the server enables TCP keep-alive on both sockets to detect
  /// dead peers.
  @Test func theSystemAsksWhetherBothSidesAreThere() async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send(Self.switching)
      _ = link.waitForEnd()
    }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.send(Self.handshake)
      _ = try socket.readHead()
      let ends = (3..<4096).map(CInt.init).filter { descriptor in
        let isAccepted = SocketAddress(boundTo: descriptor)?.port == port && Self.peerPort(of: descriptor) != nil
        return isAccepted || Self.peerPort(of: descriptor) == upstream.port
      }
      #expect(ends.count == 2)
      for end in ends {
        #expect(Self.option(SO_KEEPALIVE, at: SOL_SOCKET, of: end) == 1)
        #expect(Self.option(TCP_KEEPIDLE, at: CInt(IPPROTO_TCP), of: end) == 30)
        #expect(Self.option(TCP_KEEPINTVL, at: CInt(IPPROTO_TCP), of: end) == 10)
        #expect(Self.option(TCP_KEEPCNT, at: CInt(IPPROTO_TCP), of: end) == 3)
      }
    }
  }

  private static func option(_ option: CInt, at level: CInt, of descriptor: CInt) -> CInt {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    getsockopt(descriptor, level, option, &value, &length)
    return value
  }

  private static func peerPort(of descriptor: CInt) -> Int? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
    }
    return result == 0 && address.sin_family == AF_INET ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }

  @Test func aRefusalIsAResponse() async throws {
    let upstream = try HandmadeUpstream { _, _ in "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno" }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.send(Self.handshake)
      #expect(try socket.readResponse().text == "no")
      #expect(try socket.request("GET", "/").status == 403)
    }
  }

  /// An event stream has no end of its own. So the server ends it when the server stops.
  @Test func theServersEndIsAnEventStreams() async throws {
    let ends = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n")
      ends.add(link.waitForEnd())
    }
    let sockets = EventQueue<Parcel<RawSocket>>()
    let start = ContinuousClock.now
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/")
      _ = try socket.readHead()
      sockets.add(Parcel(socket))
    }
    // The server ends the stream at once, and does not wait until the time limit for its shutdown.
    #expect(ContinuousClock.now - start < .seconds(5))
    let hasEnded = try await blocking { try ends.next() }
    #expect(hasEnded)
  }

  @Test func theServersEndIsTheTunnels() async throws {
    let ends = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send(Self.switching)
      ends.add(link.waitForEnd())
    }
    let sockets = EventQueue<Parcel<RawSocket>>()
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.send(Self.handshake)
      _ = try socket.readHead()
      sockets.add(Parcel(socket))
    }
    let hasEnded = try await blocking { try ends.next() }
    #expect(hasEnded)
  }
}
