import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct MessageTests {
  @Test(arguments: [0, 1, 125, 126, 65535, 65536, 1_000_000, 16 << 20], Scheme.allCases)
  func echoes(_ size: Int, _ scheme: Scheme) async throws {
    // The client sends nothing while it masks 16 MB, so the server's time limits must be longer.
    try await withServer(scheme, change: { $0.sockets.silenceTimeLimit = .seconds(600) }) { port in
      let client = try WebSocketClient(port: port, scheme: scheme)
      let message = [UInt8](repeating: UInt8(ascii: "x"), count: size)
      try client.send(opcode: 1, message)
      #expect(try client.readMessage() == message)
    }
  }

  @Test func fragmentsBecomeOneMessage() async throws {
    try await withServer { port in
      let client = try WebSocketClient(port: port)
      let text = Array("Grüße".utf8)
      // Cut the message inside a character, and send a ping between the parts.
      try client.send(opcode: 1, Array(text[..<3]), isFinal: false)
      try client.send(opcode: 9, Array("ping".utf8))
      try client.send(opcode: 0, [], isFinal: false)
      try client.send(opcode: 0, Array(text[3...]))
      // The order of the pong and the message is not defined.
      let frames = try [client.readFrame(), client.readFrame()].sorted { $0.opcode < $1.opcode }
      #expect(frames.map(\.opcode) == [1, 10])
      #expect(frames[0].payload == text)
      #expect(frames[1].payload == Array("ping".utf8))
    }
  }

  @Test(arguments: Scheme.allCases) func manySmallMessagesKeepTheirOrder(_ scheme: Scheme) async throws {
    try await withServer(scheme) { port in
      let client = try WebSocketClient(port: port, scheme: scheme)
      var frames: [UInt8] = []
      for number in 0..<5000 { frames += WebSocketClient.frame(opcode: 1, Array("\(number)".utf8)) }
      try client.socket.send(frames)
      for number in 0..<5000 { #expect(try client.readMessage() == Array("\(number)".utf8)) }
    }
  }

  @Test func binaryIsRefusedWith1003() async throws {
    try await expectClose(1003) { try $0.send(opcode: 2, [1, 2, 3]) }
  }

  @Test(arguments: [[0xFF], [0x41, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
  func invalidUTF8IsRefusedWith1007(_ bytes: [UInt8]) async throws {
    try await expectClose(1007) { try $0.send(opcode: 1, bytes) }
  }

  @Test func oversizeIsRefusedWith1009FromItsHeadOn() async throws {
    // The WebSocket frame announces 2000 bytes. The server refuses it after its header.
    try await expectClose(1009) { client in
      try client.socket.send(Array(WebSocketClient.frame(opcode: 1, [UInt8](repeating: 65, count: 2000))[..<9]))
    }
    try await expectClose(1009) { client in
      try client.send(opcode: 1, [UInt8](repeating: 65, count: 600), isFinal: false)
      try client.send(opcode: 0, [UInt8](repeating: 65, count: 600), isFinal: false)
    }
  }

  private func expectClose(_ code: Int, _ provoke: @escaping @Sendable (WebSocketClient) throws -> Void) async throws {
    let delegate = RecordingDelegate()
    try await withServer(
      TestHandler(decide: { _ in .upgrade(delegate) }), change: { $0.sockets.maximumMessageSize = 1000 }
    ) {
      port in
      let client = try WebSocketClient(port: port)
      _ = try delegate.socket()
      try provoke(client)
      let frame = try client.readClose()
      #expect(frame.code == code, "\(frame.reason)")
      let ended = try delegate.events.next()
      guard case .closed(let reported, _) = ended else { throw TestError("not closed but \(ended)") }
      #expect(Int(reported) == code)
    }
  }

  /// Incomplete messages count towards the size limit of all arriving bodies and messages.
  @Test func unfinishedMessagesAreLimitedTogether() async throws {
    try await withServer(change: {
      $0.http.maximumTotalBodySize = 150_000
      $0.sockets.silenceTimeLimit = .seconds(600)
    }) { port in
      func begin() throws -> WebSocketClient {
        let client = try WebSocketClient(port: port)
        try client.send(opcode: 1, [UInt8](repeating: 65, count: 100_000), isFinal: false)
        // The pong shows that everything before the ping was processed. If the server has refused the message, it may
        // have closed the connection before it has read everything, so that sending fails.
        try? client.send(opcode: 9, [1])
        return client
      }
      let first = try begin()
      #expect(try first.readFrame().opcode == 10)
      #expect(try begin().readClose().code == 1013)
      // A complete message no longer counts towards the limit.
      try first.send(opcode: 0, [66])
      #expect(try first.readMessage().count == 100_001)
      let second = try begin()
      #expect(try second.readFrame().opcode == 10)
    }
  }
}
