import Foundation
import SnippetBridgeDevelopment
import Testing

@testable import SnippetBridgeCommand

/// The subcommand `test-from`.
@Suite(.timeLimit(.minutes(1))) struct TestFromTests {
  private static let recording = #"""
    {"version":1,"program":"Till"}
    {"interfaces":{"till.total":"(prices: number[]): Promise<number>","till.login":"(input: User): Promise<Session>"}}
    {"t":0.1,"page":1,"tab":1,"opened":{"url":"http://127.0.0.1:8080/"}}
    {"t":0.2,"page":1,"from":"page","line":"ask 1 till.total [3,4]"}
    {"t":0.3,"page":1,"from":"swift","line":"reply 1 7"}
    {"t":0.4,"page":1,"from":"page","line":"post 2 till.login dscb0 {\"name\":\"Jun\",\"password\":\"•••\"}"}
    {"t":0.5,"page":1,"from":"swift","line":"callback dscb0 done {\"id\":\"6f1d2c3b4a5968770a1b\",\"since\":\"2026-11-26T16:13:15Z\"}"}

    """#

  @Test func theTest() throws {
    let session = try RecordedSession(Data(Self.recording.utf8), name: "till-june.jsonl")
    #expect(
      session.test == """
        import SnippetBridge
        import SnippetBridgeTesting
        import Testing

        // till-june.jsonl must be in the folder of this file.
        // In Package.swift, add it to `exclude` of the test target.
        @Suite(.timeLimit(.minutes(1))) struct TillJuneSessionTests {
          @Test func thePagesGetTheRecordedAnswers() async throws {
            // Add the program's interfaces here, as for BridgeServer, or pass the program's own function:
            // `withTestPage(prepare: Program.prepare)`. The recording uses:
            //   till.login(input: User): Promise<Session>
            //   till.total(prices: number[]): Promise<number>
            try await withTestPage(prepare: { webView in }) { page, server async throws in
              try await Recording("till-june.jsonl").replay(
                on: server,
                ignoring: [
                  "till.login: .id",
                  "till.login: .since",
                ],
                secrets: [
                  "password": "",
                ])
            }
          }
        }

        """)
  }

  @Test(arguments: [
    ("", "till.jsonl is not a recording. Record a session with the program's option --record."),
    ("import Foundation\n", "till.jsonl is not a recording. Record a session with the program's option --record."),
    (
      "{\"version\":2}\n",
      "till.jsonl has version 2; this SnippetBridge reads version 1. Use a newer SnippetBridge."
    ),
    ("{\"version\":1}\n{\"page\"", "till.jsonl ends inside line 2: it was cut."),
    (
      "{\"version\":1}\n{\"lost\":3}\n",
      "till.jsonl:2: 3 messages could not be recorded. Record the session again."
    ),
    ("{\"version\":1}\n[1]\n", "till.jsonl:2 is not a line of a recording. Record the session again."),
  ])
  func aFileThatIsNoRecording(text: String, message: String) {
    let error = #expect(throws: RecordedSessionError.self) { try RecordedSession(Data(text.utf8), name: "till.jsonl") }
    #expect(error?.description == message)
  }

  /// A page may call a function with any name.
  @Test func aNameWithALineEndStaysInItsComment() throws {
    let text = """
      {"version":1}
      {"t":0.1,"page":1,"from":"page","line":"ask 1 a%0AfatalError() null"}

      """
    let test = try RecordedSession(Data(text.utf8), name: "till.jsonl").test
    #expect(test.contains("//   a fatalError()\n"))
  }

  @Test func aFileThatDoesNotExist() {
    let error = #expect(throws: CommandError.self) { try TestFrom.session(in: "/nowhere/a.jsonl") }
    #expect(error?.description.hasPrefix("Cannot read /nowhere/a.jsonl: ") == true)
  }

  @Test func namesAndRandomValues() throws {
    let text = Data("{\"version\":1}\n".utf8)
    #expect(try RecordedSession(text, name: "1.jsonl").typeName == "Recorded1")
    #expect(try RecordedSession(text, name: "a b.c.jsonl").typeName == "ABC")
    #expect(RecordedSession.looksRandom("0F8A31C2-0D3E-4C55-9C0A-2B1F6E0D7A11"))
    #expect(!RecordedSession.looksRandom("feedfacefeedface"))
    #expect(!RecordedSession.looksRandom("1234"))
    #expect(RecordedSession.looksLikeTime(1_700_000_000))
    #expect(!RecordedSession.looksLikeTime(70.7))
  }
}
