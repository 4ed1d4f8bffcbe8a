import Logging
import Shop
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Calls to page functions that have no result.
@Suite(.timeLimit(.minutes(5))) struct DisplayTests {
  @Test func aCallWithoutAResultIsAwaited() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, _ in
      await page.register("showReceipt") { arguments in
        guard try arguments.decode(Int.self, at: 0) < 10 else { throw PageException(message: "no paper") }
        return nil
      }
      _ = try await page.ask("display.showReceipt", 7, as: String.self).value()
      let failure = await #expect(throws: CallFailure.self) {
        try await page.ask("display.showReceipt", 10, as: String.self).value()
      }
      #expect(failure?.code == "pageThrew")
    }
  }

  @Test func aFailedCallThatNobodyWaitsForIsInTheLog() async throws {
    let (warnings, sink) = AsyncStream<String>.makeStream()
    var logger = Logger(label: "shop") { _ in WarningLog(sink: sink) }
    logger.logLevel = .warning
    try await withTestPage(configure: { $0.logger = logger }, prepare: Shop().prepare) { page, _ in
      _ = try await page.ask("display.dim", as: String.self).value()
      let warning = try #require(await warnings.first { _ in true })
      #expect(warning.hasPrefix("a call to the page failed, and its result is not awaited"))
      #expect(warning.contains("function=dim") && warning.contains("noSuchMethod"))
    }
  }
}

private struct WarningLog: LogHandler {
  let sink: AsyncStream<String>.Continuation
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel = Logger.Level.warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = (event.metadata ?? [:]).map { " \($0.key)=\($0.value)" }.sorted().joined()
    sink.yield("\(event.message)\(facts)")
  }
}
