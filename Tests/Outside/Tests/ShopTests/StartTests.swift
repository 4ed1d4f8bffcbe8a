import Shop
import SnippetBridgeTesting
import Testing

/// Tests of a program that cannot start.
@Suite(.timeLimit(.minutes(5))) struct StartTests {
  /// The port is in use by another server.
  @Test func itSaysWhyInOneLine() async throws {
    try await withTestPage(prepare: Shop().prepare) { _, server in
      let port = try #require(try await server.url().port)
      let run = try Run("ShopProgram", "\(port)")
      #expect(run.status == 1)
      #expect(
        run.errors == [
          "Error: Port \(port) of 127.0.0.1 is in use by another program. Stop that program, or use another port."
        ])
      #expect(run.output == "")
    }
  }
}
