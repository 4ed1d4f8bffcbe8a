extension RecordedSession {
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The source of the test.
  package var test: String {
    // A page may call functions with any names, such as one with a line end.
    let functions = functions.map { "    //   \(Self.oneLine($0))\n" }.joined()
    let ignored = changing.map { "\n          \($0.debugDescription)," }.joined()
    let secrets = secrets.map { "\n          \($0.debugDescription): \"\"," }.joined()
    let further =
      (ignored.isEmpty ? "" : ",\n        ignoring: [\(ignored)\n        ]")
      + (secrets.isEmpty ? "" : ",\n        secrets: [\(secrets)\n        ]")
    return """
      import SnippetBridge
      import SnippetBridgeTesting
      import Testing

      // \(Self.oneLine(name)) must be in the folder of this file.
      // In Package.swift, add it to `exclude` of the test target.
      @Suite(.timeLimit(.minutes(1))) struct \(typeName)SessionTests {
        @Test func thePagesGetTheRecordedAnswers() async throws {
          // Add the program's interfaces here, as for BridgeServer, or pass the program's own function:
          // `withTestPage(prepare: Program.prepare)`. The recording uses:
      \(functions)    try await withTestPage(prepare: { webView in }) { page, server async throws in
            try await Recording(\(name.debugDescription)).replay(\(further.isEmpty ? "" : "\n        ")on: server\(further))
          }
        }
      }

      """
  }
}
