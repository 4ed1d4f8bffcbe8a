import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// The program's `prepare` function, which may wait and may throw.
@Suite(.timeLimit(.minutes(1))) struct PreparationTests {
  private struct NoTill: Error, CustomStringConvertible {
    let description = "The till is not there."
  }

  @Test func callsWaitInOrderUntilItHasEnded() async throws {
    let (begun, gate) = (Gate(), Gate())
    try await TestServer.run { test async throws in
      let page = Task {
        let page = try await TestPage.open(test.url, isConnected: false)
        // The first call carries the hello.
        let numbers = [try await page.call("run", as: Int.self), try await page.call("run", as: Int.self)]
        await page.close()
        return numbers
      }
      await begun.wait()
      #expect(test.server.webViews.count == 1)
      gate.open()
      #expect(try await page.value == [1, 2])
    } making: { configuration, _ in
      try BridgeServer(configuration: configuration) { webView in
        begun.open()
        await gate.wait()
        webView.addInterface(Fixture(), by: nil)
      }
    }
  }

  @Test func oneThatThrowsHarmsItsPageAlone() async throws {
    let log = LogRecorder(from: .error)
    let isBroken = Gate()
    try await TestServer.run(configure: { $0.logger = log.logger }) { test async throws in
      let healthy = try await TestPage.open(test.url)
      isBroken.open()
      let page = try await TestPage.open(test.url)
      // Interfaces that were added before the error are not available either.
      let failure = await #expect(throws: CallFailure.self) { try await page.call("addingOne", 1, as: Int.self) }
      #expect(failure?.message == "The till is not there." && failure?.kind == "thrown")
      let webView = try #require(test.server.webViews.last)
      #expect("\(webView.loadingState)".contains("The till is not there."))
      // The log is written by another thread, so the test waits for the line.
      while log.lines.allSatisfy({ !$0.contains("could not be prepared") }) { _ = await log.next() }
      #expect(log.lines.contains { $0.contains("The till is not there.") })
      #expect(try await healthy.call("addingOne", 1) == 2)
      await page.close()
      await healthy.close()
    } making: { configuration, _ in
      try BridgeServer(configuration: configuration) { webView in
        webView.addInterface(Fixture(), by: nil)
        if isBroken.isOpen { throw NoTill() }
      }
    }
  }

  /// A reload makes the server prepare the page again.
  @Test func aReloadTriesAgain() async throws {
    let isWell = Gate()
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      await #expect(throws: CallFailure.self) { try await page.call("addingOne", 1, as: Int.self) }
      isWell.open()
      try await page.navigate()
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
    } making: { configuration, _ in
      try BridgeServer(configuration: configuration) { webView in
        guard isWell.isOpen else { throw NoTill() }
        webView.addInterface(Fixture(), by: nil)
      }
    }
  }
}
