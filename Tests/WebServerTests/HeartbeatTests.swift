import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct HeartbeatTests {
  private static let heartbeat = Array("beat".utf8)

  @Test(arguments: Scheme.allCases) func aQuietSocketGetsHeartbeats(_ scheme: Scheme) async throws {
    let delegate = RecordingDelegate(heartbeat: Self.heartbeat)
    try await withServer(
      scheme, TestHandler(decide: { _ in .upgrade(delegate) }),
      change: { $0.sockets.heartbeatInterval = .milliseconds(300) }
    ) { port in
      let client = try WebSocketClient(port: port, scheme: scheme)
      for _ in 0..<2 { #expect(try client.readMessage() == Self.heartbeat) }
      try delegate.socket().close(code: 4000, reason: "")
      #expect(try client.readClose().code == 4000)
    }
  }

  @Test func aSocketWhoseDelegateHasNoneGetsNone() async throws {
    let delegate = RecordingDelegate()
    try await withServer(
      .plain, TestHandler(decide: { _ in .upgrade(delegate) }),
      change: {
        $0.sockets.heartbeatInterval = .milliseconds(100)
        $0.sockets.silenceTimeLimit = .seconds(2)
      }
    ) { port in
      let client = try WebSocketClient(port: port)
      #expect(try client.readFrame().opcode == 9)
    }
  }
}
