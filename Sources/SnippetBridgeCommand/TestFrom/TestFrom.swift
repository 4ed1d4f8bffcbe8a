import ArgumentParser
import Foundation

/// The subcommand that prints a test for a recording.
struct TestFrom: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test-from", abstract: "Prints a Swift test that replays a recording.",
    discussion: """
      Record the session with the program's option --record.

      Examples:
        snippet-bridge test-from till.jsonl
        snippet-bridge test-from Tests/TillTests/till.jsonl > Tests/TillTests/TillSessionTests.swift
      """)

  @Argument(help: "The recording.")
  var file: String

  func run() throws {
    print(try Self.test(for: RecordedSession(contentsOf: file)), terminator: "")
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Returns the source of the test.
  static func test(for session: RecordedSession) -> String {
    // A page may call functions with any names, such as one with a line end.
    let functions = session.functions.map { "    //   \(Self.oneLine($0))\n" }.joined()
    let ignored = session.changing.map { "\n          \($0.debugDescription)," }.joined()
    let secrets = session.secrets.map { "\n          \($0.debugDescription): \"\"," }.joined()
    let further =
      (ignored.isEmpty ? "" : ",\n        ignoring: [\(ignored)\n        ]")
      + (secrets.isEmpty ? "" : ",\n        secrets: [\(secrets)\n        ]")
    return """
      import SnippetBridge
      import SnippetBridgeTesting
      import Testing

      // \(Self.oneLine(session.name)) must be in the folder of this file.
      // In Package.swift, add it to `exclude` of the test target.
      @Suite(.timeLimit(.minutes(1))) struct \(session.typeName)SessionTests {
        @Test func thePagesGetTheRecordedAnswers() async throws {
          // Add the program's interfaces here, as for BridgeServer, or pass the program's own function:
          // `withTestPage(prepare: Program.prepare)`. The recording uses:
      \(functions)    try await withTestPage(prepare: { webView in }) { page, server async throws in
            try await Recording(\(session.name.debugDescription)).replay(\(further.isEmpty ? "" : "\n        ")on: server\(further))
          }
        }
      }

      """
  }
}
