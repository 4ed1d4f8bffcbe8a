import SnippetBridge
import SnippetBridgeTesting
import Testing

// The code of docs/guides/tools.md.

@Suite(.timeLimit(.minutes(1))) struct TillSessionTests {
  @Test func thePagesGetTheRecordedAnswers() async throws {
    try await withTestPage(prepare: { $0.addInterface(Till(), by: "till") }) { page, server async throws in
      try await Recording("till.jsonl").replay(on: server, ignoring: ["till.receipt: .id", "clock.*"])
    }
  }
}
