import Glibc
import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Responses of an upstream server whose body goes to another reader instead of the client.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct DiversionTests {
  private typealias Bodies = EventQueue<ArrivingBody>

  /// Runs a forwarding server. It diverts the bodies of responses to `/kept`, and immediately sends 204 to the client.
  private func run(
    _ upstream: HandmadeUpstream, isGzipped: Bool = false, change: (inout WebServerConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (Int, Bodies) throws -> Void
  ) async throws {
    let target = try Upstream(host: "127.0.0.1", port: upstream.port, isSecure: false)
    let bodies = Bodies()
    var handler = TestHandler()
    handler.forward = { request in
      var forwarded = ForwardedRequest.passing(request, to: target)
      guard request.path == "/kept" else { return .forward(forwarded) }
      forwarded.response = { _ in
        var response = ForwardedResponse([], transform: isGzipped ? GzipInflation(before: Prefix([])) : nil)
        response.diversion = { body, pending in
          bodies.add(body)
          pending.send(ServerResponse(.noContent))
        }
        return response
      }
      return .forward(forwarded)
    }
    try await withServer(.plain, handler, change: change) { try body($0, bodies) }
  }

  /// Reads the next body to its end, on a thread that may block.
  private static func readAll(_ bodies: Bodies) throws -> Result<[UInt8], UpstreamFailure> {
    let results = EventQueue<Result<[UInt8], UpstreamFailure>>()
    let body = try bodies.next()
    Task.immediate {
      var bytes: [UInt8] = []
      do {
        while let piece = try await body.next() { bytes += piece }
        results.add(.success(bytes))
      } catch {
        results.add(.failure(error as? UpstreamFailure ?? UpstreamFailure(.malformed, "\(error)")))
      }
    }
    return try results.next()
  }

  @Test(arguments: [
    "Content-Length: 10\r\n\r\n0123456789", "Transfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n",
    "Connection: close\r\n\r\n0123456789",
  ])
  func theBodyComesWholeAndTheConnectionGoesOn(rest: String) async throws {
    let (gate, isAnswered) = (EventQueue<Void>(), EventQueue<Void>())
    let upstream = try HandmadeUpstream { link, upstream in
      while let head = try upstream.readRequest(link) {
        guard head.hasPrefix("GET /kept") else {
          try link.send(.ok("next"))
          continue
        }
        // Send the head and a part of the body. Send the rest after the client has received the response to its next
        // request.
        let bytes = Array("HTTP/1.1 200 OK\r\n\(rest)".utf8)
        try link.send(Array(bytes.dropLast(8)))
        isAnswered.add(())
        try gate.next()
        try link.send(Array(bytes.suffix(8)))
        if rest.hasPrefix("Connection") { return link.cut() }
      }
    }
    try await run(upstream) { port, bodies throws in
      let socket = try RawSocket(port: port)
      #expect(try socket.request("GET", "/kept").status == 204)
      try isAnswered.next()
      #expect(try socket.request("GET", "/other").text == "next")
      gate.add(())
      #expect(try Self.readAll(bodies) == .success(Array("0123456789".utf8)))
    }
  }

  @Test func itsConnectionIsUsedAgain() async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      while try upstream.readRequest(link) != nil { try link.send(.ok("\(link.number)")) }
    }
    try await run(upstream) { port, bodies throws in
      let socket = try RawSocket(port: port)
      for _ in 0..<3 {
        #expect(try socket.request("GET", "/kept").status == 204)
        #expect(try Self.readAll(bodies) == .success(Array("0".utf8)))
      }
    }
  }

  @Test func whatIsCompressedIsOpened() async throws {
    let text = [UInt8](repeating: 7, count: 1 << 20)
    let body = try gzipped(text)
    let upstream = try HandmadeUpstream { link, upstream in
      while try upstream.readRequest(link) != nil {
        try link.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
      }
    }
    try await run(upstream, isGzipped: true) { port, bodies throws in
      #expect(try RawSocket(port: port).request("GET", "/kept").status == 204)
      #expect(try Self.readAll(bodies) == .success(text))
    }
  }

  @Test(arguments: ["Content-Length: 9\r\n\r\npart", "Transfer-Encoding: chunked\r\n\r\n9\r\npart"])
  func aPartIsNotTheWhole(rest: String) async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 200 OK\r\n\(rest)")
      link.cut()
    }
    try await run(upstream) { port, bodies throws in
      #expect(try RawSocket(port: port).request("GET", "/kept").status == 204)
      guard case .failure(let failure) = try Self.readAll(bodies) else { throw TestError("it ended as if whole") }
      #expect(failure.kind == .closed)
    }
  }

  @Test func whatNobodyReadsWaitsAtTheUpstreamServer() async throws {
    let size = 64 << 20
    let isFull = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      let piece = [UInt8](repeating: 7, count: 1 << 16)
      var hasBeenFull = false
      for _ in 0..<size >> 16 {
        var room = pollfd(fd: link.descriptor, events: Int16(POLLOUT), revents: 0)
        if !hasBeenFull, poll(&room, 1, 1000) == 0 {
          hasBeenFull = true
          isFull.add(true)
        }
        try link.send(piece)
      }
      if !hasBeenFull { isFull.add(false) }
    }
    try await run(upstream) { port, bodies throws in
      #expect(try RawSocket(port: port).request("GET", "/kept").status == 204)
      #expect(try isFull.next())
      #expect(try Self.readAll(bodies).get().count == size)
    }
  }

  @Test func whoLetsGoOfItEndsIt() async throws {
    let ended = EventQueue<Bool>()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
      ended.add(link.waitForEnd())
    }
    try await run(upstream) { port, bodies throws in
      #expect(try RawSocket(port: port).request("GET", "/kept").status == 204)
      _ = try bodies.next()
      #expect(try ended.next())
    }
  }

  @Test func theEndOfTheServerEndsIt() async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
      _ = link.waitForEnd()
    }
    let kept = EventQueue<ArrivingBody>()
    try await run(upstream) { port, bodies throws in
      #expect(try RawSocket(port: port).request("GET", "/kept").status == 204)
      kept.add(try bodies.next())
    }
    try await blocking {
      guard case .failure(let failure) = try Self.readAll(kept) else { throw TestError("it ended as if whole") }
      #expect(failure.reason == "this server is stopping")
    }
  }
}
