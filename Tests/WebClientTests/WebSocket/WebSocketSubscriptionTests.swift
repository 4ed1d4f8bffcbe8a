import Foundation
import Glibc
import TestSupport
import Testing

@testable import SnippetBridgeWebClient

/// Subscriptions over real sockets, to servers that may misbehave.
@Suite(.timeLimit(.minutes(5))) struct WebSocketSubscriptionTests {
  private typealias Messages = AsyncThrowingStream<String, any Error>

  private func open(
    _ upstream: HandmadeUpstream, headers: [String: String] = [:], limit: Int = 1000,
    limits: ClientLimits = ClientLimits()
  ) async throws -> Messages {
    let url = try #require(URL(string: "ws://127.0.0.1:\(upstream.port)/changes?a"))
    return try await WebAddress(url, .webSocket, trust: .system).messages(
      headers: headers, limits: limits, messageLimit: limit)
  }

  private func serve(_ body: @escaping @Sendable (HandmadeSocket) throws -> Void) throws -> HandmadeUpstream {
    try HandmadeUpstream { link, upstream in try body(HandmadeSocket(link, upstream)) }
  }

  private func all(_ messages: Messages) async throws -> [String] {
    try await messages.reduce(into: []) { $0.append($1) }
  }

  /// Runs a server with `body`, opens a subscription, and returns the code with which the client closes the socket.
  private func closeCode(
    limit: Int = 1000, _ body: @escaping @Sendable (HandmadeSocket) throws -> Void
  ) async throws -> UInt16? {
    let code = Signal<UInt16?>()
    let upstream = try serve { socket in
      try? body(socket)
      code.send(socket.readClose())
    }
    let messages = try await open(upstream, limit: limit)
    await #expect(throws: WebClientError.self) { try await all(messages) }
    return await code.value() ?? nil
  }

  @Test func messagesComeWholeAndInPieces() async throws {
    let pong = Signal<[UInt8]?>()
    let upstream = try serve { socket in
      try socket.send("first")
      try socket.send(WebSocketFrame.text, Array("sec".utf8), isFinal: false)
      try socket.send(WebSocketFrame.ping, [1, 2])
      try socket.send(WebSocketFrame.continuation, [], isFinal: false)
      try socket.send(WebSocketFrame.continuation, Array("ond".utf8))
      try socket.send(WebSocketFrame.binary, [0xFF])
      try socket.send(WebSocketFrame.pong)
      try socket.send("ž")
      while let frame = socket.read() {
        if frame.opcode == WebSocketFrame.pong { pong.send(frame.payload) }
        if frame.opcode == WebSocketFrame.pong { try socket.send(WebSocketFrame.close, [3, 232]) }
      }
    }
    let messages = try await open(upstream, headers: ["Authorization": "Bearer a"])
    #expect(try await all(messages) == ["first", "second", "ž"])
    #expect(await pong.value() == [1, 2])
    let head = try #require(upstream.requests.first)
    #expect(head.hasPrefix("GET /changes?a HTTP/1.1\r\nHost: 127.0.0.1:\(upstream.port)\r\nUpgrade: websocket\r\n"))
    #expect(head.headerValues("Authorization") == ["Bearer a"] && head.headerValues("Sec-WebSocket-Version") == ["13"])
  }

  @Test func messagesThatComeWithTheHandshake() async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      let socket = try HandmadeSocket(link, upstream, more: [0x81, 2, 104, 105, 0x88])
      try socket.send(raw: [0])
      _ = socket.waitForEnd()
    }
    #expect(try await all(open(upstream)) == ["hi"])
  }

  // MARK: The end of the connection

  @Test(arguments: [[3, 232], [3, 233], []] as [[UInt8]]) func theServerIsDone(payload: [UInt8]) async throws {
    let echo = Signal<[UInt8]?>()
    let upstream = try serve { socket in
      try socket.send("last")
      try socket.send(WebSocketFrame.close, payload)
      while let frame = socket.read() {
        if frame.opcode == WebSocketFrame.close { echo.send(frame.payload) }
      }
    }
    #expect(try await all(open(upstream)) == ["last"])
    #expect(await echo.value() == payload)
  }

  @Test func theServerClosesForAReason() async throws {
    let upstream = try serve { socket in
      try socket.send(WebSocketFrame.close, [3, 243] + Array("broken".utf8))
      _ = socket.waitForEnd()
    }
    let messages = try await open(upstream)
    await #expect(throws: WebClientError.closed(code: 1011, reason: "broken")) { try await all(messages) }
  }

  @Test func theConnectionIsCut() async throws {
    let upstream = try serve { socket in
      try socket.send("last")
      try socket.send(raw: [0x81, 5, 65])
      socket.cut()
    }
    var messages = try await open(upstream).makeAsyncIterator()
    #expect(try await messages.next() == "last")
    await #expect(throws: WebClientError.closed(code: 1006, reason: "")) { try await messages.next() }
  }

  @Test func aSilentServerIsFound() async throws {
    let pings = Signal<Int>()
    let upstream = try serve { socket in
      var count = 0
      while let frame = socket.read() {
        guard frame.opcode == WebSocketFrame.ping else { continue }
        count += 1
        // Answer the first three pings in different ways: by a pong, by a ping and by a message.
        switch count {
        case 1: try socket.send(WebSocketFrame.pong, frame.payload)
        case 2: try socket.send(WebSocketFrame.ping)
        case 3: try socket.send("still here")
        default: break
        }
      }
      pings.send(count)
    }
    var limits = ClientLimits()
    limits.pingInterval = .seconds(1)
    var messages = try await open(upstream, limits: limits).makeAsyncIterator()
    #expect(try await messages.next() == "still here")
    await #expect(throws: WebClientError.timeout(waitingFor: "any data from the server's WebSocket")) {
      try await messages.next()
    }
    #expect(await pings.value() == 4)
  }

  @Test func whoeverReadsIsCancelled() async throws {
    let (opened, code) = (Signal<Void>(), Signal<UInt16?>())
    let upstream = try serve { socket in
      try socket.send("first")
      code.send(socket.readClose())
    }
    let messages = try await open(upstream)
    let task = Task {
      for try await _ in messages { opened.send() }
    }
    await opened.value()
    task.cancel()
    try await task.value
    #expect(await code.value() == 1001)
  }

  /// If the program releases the stream, the socket is closed, with or without waiting messages, and whether or not the
  /// stream was read.
  @Test(arguments: [0, 1, 100], [false, true]) func nobodyHoldsTheStream(waiting: Int, isRead: Bool) async throws {
    let code = Signal<UInt16?>()
    let upstream = try serve { socket in
      for _ in 0..<waiting { try? socket.send(String(repeating: "a", count: 100)) }
      code.send(socket.readClose())
    }
    do {
      let messages = try await open(upstream)
      if isRead, waiting > 0 { for try await _ in messages { break } }
    }
    #expect(await code.value() == 1001)
  }

  @Test func whatNobodyReadsStaysWithTheServer() async throws {
    let count = 60_000
    let frame = WebSocketFrame(opcode: WebSocketFrame.text, payload: [UInt8](repeating: 65, count: 900))
      .encoded(isMasked: false)
    let stuck = Signal<Int>()
    let upstream = try serve { socket in
      for index in 0..<count {
        var event = pollfd(fd: socket.link.descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&event, 1, 3000) == 0 { stuck.send(index) }
        try socket.send(raw: frame)
      }
      try socket.send(WebSocketFrame.close, [3, 232])
      _ = socket.waitForEnd()
    }
    var limits = ClientLimits()
    // While a slow reader pauses the socket, the client must not treat the server as silent.
    limits.pingInterval = .seconds(1)
    let messages = try await open(upstream, limits: limits)
    #expect(try #require(await stuck.value()) < count / 2)
    #expect(try await all(messages).count == count)
  }

  // MARK: Violations of the server

  @Test func textThatIsNone() async throws {
    #expect(try await closeCode { try $0.send(WebSocketFrame.text, [0xFF]) } == 1007)
  }

  @Test(arguments: [true, false]) func aMessageOverTheLimit(isWhole: Bool) async throws {
    let code = try await closeCode(limit: 1000) { socket in
      if isWhole {
        // Send only the length: the message is refused before its payload arrives.
        try socket.send(raw: [0x81, 127, 0, 0, 0, 0, 0x40, 0, 0, 0])
      } else {
        try socket.send(WebSocketFrame.text, [UInt8](repeating: 65, count: 1000), isFinal: false)
        try socket.send(WebSocketFrame.continuation, [65])
      }
    }
    #expect(code == 1009)
  }

  @Test(
    arguments: [
      [0x81, 0x81, 0, 0, 0, 0, 65], [0xC1, 0], [0x83, 0], [0x80, 0], [0x01, 0, 0x81, 0], [0x09, 0],
      [0x89, 126, 0, 126],
      [0x88, 1, 3], [0x88, 2, 3, 237], [0x81, 126, 0, 1, 65], [0x81, 127, 128, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func framesThatAreNone(bytes: [UInt8]) async throws {
    #expect(try await closeCode { try $0.send(raw: bytes) } == 1002)
  }

  // MARK: Responses other than an upgrade

  @Test(arguments: ["404 Not Found", "302 Found", "200 OK", "401 Unauthorized"])
  func otherAnswersThan101(status: String) async throws {
    for body in ["", "Content-Length: 4\r\n\r\nbody", "\r\n" + String(repeating: "a", count: 100_000)] {
      let upstream = try HandmadeUpstream { link, upstream in
        _ = try upstream.readRequest(link)
        try link.send("HTTP/1.1 \(status)\r\n\(body.isEmpty ? "Content-Length: 0\r\n\r\n" : body)")
        link.shutdownSending()
        _ = link.waitForEnd()
      }
      let error = await #expect(throws: WebClientError.self) { try await open(upstream) }
      guard case .status(Int(status.prefix(3)), _) = error else {
        Issue.record("\(String(describing: error))"); continue
      }
    }
  }

  @Test(arguments: [
    ("Accept: ", "Accept: A"), ("Sec-WebSocket-Accept", "X"), ("Upgrade: WebSocket", "Upgrade: h2c"),
    ("keep-alive, Upgrade", "keep-alive"), ("\r\n\r\n", "\r\nSec-WebSocket-Protocol: a\r\n\r\n"),
    ("\r\n\r\n", "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"), ("HTTP/1.1", "HTTPS"),
  ])
  func handshakesThatAreNone(part: String, other: String) async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try HandmadeSocket(link, upstream) { $0.replacing(part, with: other) }.waitForEnd()
    }
    let error = await #expect(throws: WebClientError.self) { try await open(upstream) }
    guard case .violation = error else { Issue.record("\(String(describing: error))"); return }
  }

  @Test func anAnswerThatDoesNotComeIsGivenUp() async throws {
    let ended = Signal<Void>()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      if link.waitForEnd() { ended.send() }
    }
    var limits = ClientLimits()
    limits.answering = .milliseconds(100)
    await #expect(throws: WebClientError.timeout(waitingFor: "bytes from the server")) {
      try await open(upstream, limits: limits)
    }
    await ended.value()
  }

  @Test func whoeverOpensIsCancelled() async throws {
    let (asked, ended) = (Signal<Void>(), Signal<Void>())
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      asked.send()
      if link.waitForEnd() { ended.send() }
    }
    let task = Task { _ = try await open(upstream) }
    await asked.value()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await ended.value() != nil)
  }

  @Test(arguments: ["Sec-WebSocket-Key", "sec-websocket-extensions", "Upgrade", "Connection", "a\r\nb"])
  func headersOfTheHandshakeAreItsOwn(name: String) async throws {
    let address = try WebAddress(#require(URL(string: "ws://a.example/")), .webSocket, trust: .system)
    let error = await #expect(throws: WebClientError.self) {
      try await address.messages(headers: [name: "a"], limits: ClientLimits(), messageLimit: 1)
    }
    guard case .request = error else { Issue.record("\(String(describing: error))"); return }
  }
}
