import Dispatch
import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// The time limits for slow peers. Where a request must succeed, its time limit is many seconds.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct TimeLimitTests {
  private static let ample = Duration.seconds(3600)

  @Test(arguments: [
    "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
  ]) func aRequestThatNeverEndsIsAnswered408(_ start: String) async throws {
    let log = LogRecorder()
    try await withServer(
      logger: log.logger,
      change: {
        $0.http.headTimeLimit = .milliseconds(300)
        $0.http.idleTimeLimit = Self.ample
      }
    ) { port in
      let slow = try RawSocket(port: port)
      try slow.send(start)
      let answer = try slow.readResponse()
      #expect(answer.status == 408)
      #expect(answer.header("Connection") == "close")
      #expect(try slow.readToEnd().isEmpty)
      #expect(log.lines == ["a request was refused peer=127.0.0.1 status=408"])
    }
  }

  @Test func whoSaysNothingIsLetGoWithoutAWord() async throws {
    let log = LogRecorder()
    try await withServer(logger: log.logger, change: { $0.http.headTimeLimit = .milliseconds(300) }) { port throws in
      #expect(try RawSocket(port: port).readToEnd().isEmpty)
      #expect(log.lines.isEmpty)
    }
  }

  @Test func aRequestInPiecesIsInTime() async throws {
    try await withServer(change: { $0.http.headTimeLimit = .seconds(30) }) { port in
      let socket = try RawSocket(port: port)
      // Wait for the answer of another request after each piece, so that the server reads each piece separately.
      let other = try RawSocket(port: port)
      for piece in ["PO", "ST /p HTTP/1.1\r\nHo", "st: x\r\nContent-Length: 4\r\n\r\n", "ab", "cd"] {
        try socket.send(piece)
        #expect(try other.request("GET", "/").status == 200)
      }
      #expect(try socket.readResponse().text == "POST /p - 4")
    }
  }

  @Test func limitsMayBeLongerThanTime() async throws {
    try await withServer(change: {
      $0.http.headTimeLimit = .seconds(Int64.max)
      $0.http.bodyTimeLimit = .seconds(Int64.max)
      $0.connections.handshakeTimeLimit = .seconds(Int64.max)
      $0.http.idleTimeLimit = .seconds(Int64.max)
      $0.http.answerTimeLimit = .seconds(Int64.max)
      $0.http.stallTimeLimit = .seconds(Int64.max)
      $0.sockets.silenceTimeLimit = .seconds(Int64.max)
    }) { port in
      let socket = try RawSocket(port: port)
      for _ in 0..<2 { #expect(try socket.request("POST", "/", body: [1, 2]).text == "POST / - 2") }
      let client = try WebSocketClient(port: port)
      try client.send("x")
      #expect(try client.readMessage() == [120])
    }
  }

  @Test func aBodyThatGoesOnMayTakeLong() async throws {
    try await withServer(change: {
      $0.http.headTimeLimit = .seconds(12)
      $0.http.minimumBodyProgress = 1
      $0.http.idleTimeLimit = .seconds(2)
    }) { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n")
      for _ in 0..<7 {
        // Wait 2 s, after which the server closes this idle connection.
        let clock = try RawSocket(port: port)
        #expect(try clock.request("GET", "/").status == 200)
        #expect(try clock.readToEnd().isEmpty)
        try socket.send("a")
      }
      #expect(try socket.readResponse().text == "POST /p - 7")
    }
  }

  @Test func aBodyThatStopsIsAnswered408() async throws {
    try await withServer(change: {
      $0.http.headTimeLimit = .milliseconds(300)
      $0.http.minimumBodyProgress = 1000
    }) { port in
      let socket = try RawSocket(port: port)
      try socket.send(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + String(repeating: "x", count: 5000))
      #expect(try socket.readResponse().status == 408)
    }
  }

  private static let counting = TestHandler(stream: { _, body, pending in
    pending.sendLater {
      var count = 0
      do { for try await piece in body { count += piece.count } } catch { return .plain(.badRequest, "\(error)") }
      return ServerResponse(.ok, body: .bytes(Array("\(count)".utf8)))
    }
  })

  @Test func soIsOneThatAHandlerReadsAsItComes() async throws {
    let log = LogRecorder()
    try await withServer(
      Self.counting, logger: log.logger, change: { $0.http.headTimeLimit = .milliseconds(300) }
    ) { port in
      let socket = try RawSocket(port: port)
      try socket.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na")
      let answer = try socket.readResponse()
      #expect(answer.status == 408 && answer.header("Connection") == "close")
      #expect(log.lines == ["a request was refused peer=127.0.0.1 status=408"])
    }
  }

  /// The response has begun, so no error status can be sent.
  @Test func aBodyThatStopsWhileItsAnswerIsWrittenEndsTheConnection() async throws {
    let log = LogRecorder()
    let echo = TestHandler(stream: { _, body, pending in
      pending.send(
        ServerResponse(.ok, body: .writer(length: nil) { for try await piece in body { try await $0.write(piece) } }))
    })
    try await withServer(echo, logger: log.logger, change: { $0.http.headTimeLimit = .milliseconds(300) }) { port in
      let socket = try RawSocket(port: port)
      try socket.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na")
      #expect(try socket.readHead().hasPrefix("HTTP/1.1 200"))
      // The client receives the bytes that were written so far, without the last chunk.
      #expect(["", "1\r\na\r\n"].contains(String(decoding: try socket.readToEnd(), as: UTF8.self)))
      #expect(log.lines == ["a connection was closed: the request body did not arrive in time peer=127.0.0.1"])
    }
  }

  /// The time in which the handler does not read the body does not count as slowness of the peer.
  @Test func aHandlerMayTakeItsTimeToRead() async throws {
    let gate = Gate()
    let late = TestHandler(stream: { request, body, pending in
      if request.method == .get { return pending.send(.plain(.ok, "clock")) }
      pending.sendLater {
        await gate.wait()
        var count = 0
        do { for try await piece in body { count += piece.count } } catch { return .plain(.badRequest, "\(error)") }
        return ServerResponse(.ok, body: .bytes(Array("\(count)".utf8)))
      }
    })
    try await withServer(
      late,
      change: {
        $0.http.headTimeLimit = .seconds(1)
        $0.http.idleTimeLimit = .seconds(3)
      }
    ) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("PUT", "/", body: [UInt8](repeating: 1, count: 200_000))
      // Wait 3 s, after which the server closes this idle connection.
      let clock = try RawSocket(port: port)
      #expect(try clock.request("GET", "/").status == 200)
      #expect(try clock.readToEnd().isEmpty)
      gate.open()
      #expect(try socket.readResponse().text == "200000")
    }
  }

  /// Blocks the event loop, as if the process were stopped. The server must not treat peers as too slow if their data
  /// arrives meanwhile.
  @Test(arguments: Scheme.allCases) func whatCameWhileALoopStoodStillIsInTime(_ scheme: Scheme) async throws {
    let (held, hold) = (DispatchSemaphore(value: 0), EventQueue<Void>())
    let handler = TestHandler(refuse: { request in
      guard request.path == "/hold" else { return nil }
      hold.add(())
      held.wait()
      return .plain(.ok, "held")
    })
    let clock = makeServer(change: { $0.http.idleTimeLimit = .seconds(4) })
    let clockPort = try #require(try await clock.start().first)
    try await withServer(
      scheme, handler,
      change: {
        $0.http.headTimeLimit = .seconds(3)
        $0.http.minimumBodyProgress = 1
        $0.sockets.silenceTimeLimit = .seconds(3)
      }
    ) { port in
      defer { held.signal() }
      let talking = try WebSocketClient(port: port, scheme: scheme)
      try talking.send("a")
      #expect(try talking.readMessage() == Array("a".utf8))
      let upload = try RawSocket(port: port, scheme: scheme)
      try upload.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab")
      let holding = try RawSocket(port: port, scheme: scheme)
      try holding.sendRequest("GET", "/hold")
      _ = try hold.next()
      try talking.send("b")
      try upload.send("cd")
      let idle = try RawSocket(port: clockPort)
      #expect(try idle.request("GET", "/").status == 200)
      #expect(try idle.readToEnd().isEmpty)
      held.signal()
      #expect(try talking.readMessage() == Array("b".utf8))
      #expect(try upload.readResponse().text == "POST / - 4")
    }
    await clock.stop(within: .seconds(1))
  }

  @Test func aBodyThatTakesTooLongInAllIsAnswered408() async throws {
    try await withServer(change: {
      $0.http.headTimeLimit = Self.ample
      $0.http.bodyTimeLimit = .milliseconds(300)
    }) { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
      #expect(try socket.readResponse().status == 408)
    }
  }

  @Test func anIdleConnectionEnds() async throws {
    let log = LogRecorder()
    try await withServer(
      logger: log.logger,
      change: {
        $0.http.headTimeLimit = .seconds(30)
        $0.http.idleTimeLimit = .milliseconds(300)
      }
    ) { port in
      let socket = try RawSocket(port: port)
      #expect(try socket.request("GET", "/").status == 200)
      #expect(try socket.readToEnd().isEmpty)
      #expect(log.lines.isEmpty)
    }
  }

  @Test func aSecondRequestHasItsOwnTime() async throws {
    try await withServer(change: {
      $0.http.headTimeLimit = .seconds(10)
      $0.http.idleTimeLimit = .milliseconds(300)
    }) { port in
      let (slow, never) = (try RawSocket(port: port), try RawSocket(port: port))
      for socket in [slow, never] {
        try socket.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HT")
        #expect(try socket.readResponse().status == 200)
      }
      // The idle time limit applies to the connection `idle`, whose next request has not begun. It does not apply to
      // the others, whose second request has begun.
      let idle = try RawSocket(port: port)
      #expect(try idle.request("GET", "/").status == 200)
      #expect(try idle.readToEnd().isEmpty)
      try slow.send("TP/1.1\r\nHost: x\r\n\r\n")
      #expect(try slow.readResponse().text == "GET /2 - 0")
      #expect(try never.readResponse().status == 408)
    }
  }

  @Test func aHandshakeThatNeverEndsIsCut() async throws {
    let log = LogRecorder()
    let directory = TemporaryDirectory()
    let tls = try SelfSignedCertificate.ensure(in: directory.path)
    try await withServer(
      logger: log.logger,
      change: {
        $0.listeners[0].tls = tls
        $0.connections.handshakeTimeLimit = .milliseconds(300)
        $0.http.headTimeLimit = Self.ample
      }
    ) { port throws in
      #expect(try RawSocket(port: port).readToEnd().isEmpty)
      #expect(log.lines == ["a TLS handshake took too long peer=127.0.0.1"])
    }
  }

  @Test func aRequestHasItsTimeAfterTheHandshake() async throws {
    let directory = TemporaryDirectory()
    let tls = try SelfSignedCertificate.ensure(in: directory.path)
    try await withServer(change: {
      $0.listeners[0].tls = tls
      $0.connections.handshakeTimeLimit = .seconds(8)
      $0.http.headTimeLimit = .seconds(1)
    }) { port in
      let run = try Command(
        "sh", "-c", "printf 'GET / HT' | timeout 30 openssl s_client -quiet -ign_eof -connect 127.0.0.1:\(port)")
      #expect(run.output.contains("HTTP/1.1 408 "), "\(run.output)")
    }
  }
}
