import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct CloseTests {
  private func withSocket(
    _ scheme: Scheme, change: (inout WebServerConfiguration) -> Void = { _ in }, receiveBuffer: Int? = nil,
    _ body: @escaping @Sendable (WebSocketClient, WebSocket, RecordingDelegate) throws -> Void
  ) async throws {
    let delegate = RecordingDelegate()
    try await withServer(scheme, TestHandler(decide: { _ in .upgrade(delegate) }), change: change) { port in
      let client = try WebSocketClient(port: port, receiveBuffer: receiveBuffer, scheme: scheme)
      try body(client, try delegate.socket(), delegate)
    }
  }

  @Test(arguments: Scheme.allCases) func thePeersCodeIsReported(_ scheme: Scheme) async throws {
    try await withSocket(scheme) { client, _, delegate in
      try client.sendClose(code: 4321, reason: "tschüß")
      #expect(try client.readFrame().code == 4321)
      #expect(try delegate.events.next() == .closed(4321, "tschüß"))
      #expect(try client.socket.readToEnd().isEmpty)
    }
  }

  @Test(
    arguments: [
      ([3], 1002), ([0x03, 0xED], 1002), ([0x03, 0xFF], 1002), ([0x13, 0x88], 1002),
      ([0x03, 0xE8, 0xC3], 1007),
    ] as [([UInt8], UInt16)])
  func malformedCloseFramesAreNotEchoed(_ body: [UInt8], _ code: UInt16) async throws {
    try await withSocket(.plain) { client, _, delegate in
      try client.send(opcode: 8, body)
      let answer = try client.readFrame()
      #expect(answer.opcode == 8)
      #expect(answer.code == Int(code))
      guard case .closed(code, _) = try delegate.events.next() else { throw TestError("not closed with \(code)") }
      #expect(try client.socket.readToEnd().isEmpty)
    }
  }

  @Test(arguments: Scheme.allCases) func aCloseWithoutCodeIs1005AndNoneIs1006(_ scheme: Scheme) async throws {
    try await withSocket(scheme) { client, _, delegate in
      try client.send(opcode: 8, [])
      #expect(try delegate.events.next() == .closed(1005, ""))
    }
    try await withSocket(scheme) { client, _, delegate in
      client.socket.reset()
      let ended = try delegate.events.next()
      #expect(ended == .closed(1006, ""))
    }
  }

  @Test(arguments: Scheme.allCases) func ourCodeComesAfterWhatWasSent(_ scheme: Scheme) async throws {
    try await withSocket(scheme) { client, socket, delegate in
      let large = [UInt8](repeating: 65, count: 4 << 20)
      socket.send(large)
      socket.send([66])
      socket.close(code: 4000, reason: String(repeating: "ü", count: 100))
      socket.send([67])
      #expect(try client.readMessage() == large)
      #expect(try client.readMessage() == [66])
      let frame = try client.readClose()
      #expect(frame.code == 4000)
      #expect(frame.reason == String(repeating: "ü", count: 61))
      let ended = try delegate.events.next()
      guard case .closed(4000, _) = ended else { throw TestError("not closed with 4000") }
      #expect(try client.socket.readToEnd().isEmpty)
    }
  }

  @Test(arguments: Scheme.allCases) func aPeerThatDoesNotReadIsClosedWith1013(_ scheme: Scheme) async throws {
    try await withSocket(scheme, change: { $0.sockets.maximumQueuedSize = 1 << 20 }, receiveBuffer: 4096) {
      client, socket, delegate in
      let chunk = [UInt8](repeating: 65, count: 100_000)
      for _ in 0..<200 { socket.send(chunk) }
      // The client now reads the data that is still in transit. The close frame follows.
      let frame = try client.readClose()
      #expect(frame.code == 1013)
      let ended = try delegate.events.next()
      guard case .closed(1013, _) = ended else { throw TestError("not closed with 1013") }
    }
  }

  @Test(arguments: Scheme.allCases) func aVanishedPeerIsNoticed(_ scheme: Scheme) async throws {
    try await withSocket(scheme, change: { $0.sockets.silenceTimeLimit = .seconds(2) }) { client, _, delegate in
      // The server sends a ping, which the client does not answer.
      #expect(try client.readFrame().opcode == 9)
      let ended = try delegate.events.next()
      guard case .closed(1006, _) = ended else { throw TestError("not closed with 1006") }
    }
  }

  @Test(arguments: Scheme.allCases) func aQuietPeerThatAnswersIsKept(_ scheme: Scheme) async throws {
    try await withSocket(scheme, change: { $0.sockets.silenceTimeLimit = .seconds(8) }) { client, _, _ in
      // The client answers each ping. Otherwise the server would close the connection before the second ping.
      for _ in 0..<2 {
        let question = try client.readFrame()
        #expect(question.opcode == 9)
        try client.send(opcode: 10, question.payload)
      }
    }
  }

  @Test(arguments: Scheme.allCases) func sendingFromManyThreadsKeepsEachOnesOrder(_ scheme: Scheme) async throws {
    try await withSocket(scheme) { client, socket, _ in
      let threads = 8
      let each = 500
      for thread in 0..<threads {
        Workers.start { for number in 0..<each { socket.send(Array("\(thread) \(number)".utf8)) } }
      }
      var next = [Int](repeating: 0, count: threads)
      for _ in 0..<(threads * each) {
        let parts = String(decoding: try client.readMessage(), as: UTF8.self).split(separator: " ").compactMap {
          Int($0)
        }
        #expect(parts[1] == next[parts[0]])
        next[parts[0]] += 1
      }
    }
  }
}
