import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// The server's heartbeats. They are lines of the bridge's protocol, because scripts cannot observe WebSocket pings.
@Suite(.timeLimit(.minutes(5))) struct HeartbeatTests {
  @Test func aQuietPageGetsHeartbeatsAndALaneDoesNot() async throws {
    try await TestServer.run(configure: { $0.sockets.heartbeatInterval = .milliseconds(200) }) { test async throws in
      let page = try await TestPage.open(test.url)
      var stranger = HandmadeClient(test)
      let socket = try await stranger.socketWithHello()
      let lane = try await stranger.lane()
      for _ in 0..<4 { #expect(try await socket.receive() == "ack 0") }
      // The socket for blocking calls was idle for the same time and received no heartbeat.
      try await lane.send("call 1 addingOne 1")
      #expect(try await lane.receive() == "reply 1 2")
      // The test page was idle as well and accepted the heartbeats.
      #expect(try await page.ask("addingOne", 1, as: Int.self).value() == 2)
      #expect(try await page.call("addingOne", 2) == 3)
      await page.close()
    }
  }

  @Test func theLimitsAreAnnounced() async throws {
    try await TestServer.run { test async throws in
      let limits = try await announced(by: test)
      #expect(limits == ["message": 16_777_216, "call": 60, "silence": 25])
    }
    try await TestServer.run(configure: {
      $0.sockets.heartbeatInterval = .zero
      $0.webViews.blockingCallTimeLimit = .milliseconds(500)
    }) { test async throws in
      let limits = try await announced(by: test)
      #expect(limits == ["message": 16_777_216, "call": 0.5])
    }
  }

  private func announced(by test: TestServer) async throws -> [String: Double]? {
    let stranger = HandmadeClient(test)
    let reply = try await stranger.post("/_bridge/hello", stranger.helloBody)
    let answer = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
    return answer?["limits"] as? [String: Double]
  }
}
