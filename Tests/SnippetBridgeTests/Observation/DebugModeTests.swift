import ArgumentParser
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// The debug mode of a server.
@Suite(.timeLimit(.minutes(2))) struct DebugModeTests {
  @Test("S26, S27: calls are logged in debug mode only", arguments: [true, false])
  func callsAreLoggedInDebugModeOnly(isInDebugMode: Bool) async throws {
    let log = LogRecorder(from: .trace)
    try await TestServer.run(configure: {
      $0.isInDebugMode = isInDebugMode
      $0.logger = log.logger
    }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("addingOne", 41, as: Int.self) == 42)
      await page.close()
    }
    #expect(log.lines.filter { $0.hasPrefix("page calls addingOne 41 = 42 (") }.count == (isInDebugMode ? 1 : 0))
  }

  @Test("S26: the option of the command line") func theOption() throws {
    #expect(try BridgeOptions.parse(["--debug-mode"]).configuration().isInDebugMode)
    #expect(try !BridgeOptions.parse([]).configuration().isInDebugMode)
  }
}
