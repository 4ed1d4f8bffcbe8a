import DSBridgeLocks
import Testing

@testable import DSBridge

/// The work that a web view does in one round: one run of its queue, at whose end the resulting messages are sent.
@Suite(.timeLimit(.minutes(2))) struct RoundTests {
  private struct Prompt: ExposedInterface {
    nonisolated var exposedFunctions: [ExposedFunction] {
      [ExposedFunction("now", asynchronous: { try $0.reply(7) })]
    }
  }

  @Test func anAsyncFunctionThatDoesNotSuspendIsAnsweredInItsRound() async throws {
    let webView = WebView()
    webView.addInterface(Prompt(), by: nil)
    let page = MemoryPage(webView)
    try await page.open()
    try page.say("ask 2 now null")
    #expect(await page.next() == "message 1\nreply 2 7\nack 2")
  }

  /// A task that a round creates runs before the round ends, even if the task begins outside of the web view's
  /// isolation. In Swift 6.3, tasks of closures with a capture list begin in this way.
  @Test func aTaskOfARoundRunsBeforeTheRoundEnds() async throws {
    let webView = WebView()
    let hasRun = Mutex(false)
    let atEnd: Bool = await withCheckedContinuation { continuation in
      webView.perform { webView in
        webView.roundEndHandler = { webView in
          webView.roundEndHandler = nil
          continuation.resume(returning: hasRun.withLock { $0 })
        }
        webView.beginTask { hasRun.withLock { $0 = true } }
      }
    }
    #expect(atEnd)
  }
}

extension WebView {
  private func note(_ body: @Sendable () -> Void) { body() }

  /// Begins a task outside of the web view's isolation. The task calls the function in the web view's isolation.
  fileprivate nonisolated func beginTask(_ body: @escaping @Sendable () -> Void) {
    Task(executorPreference: taskExecutor) { await self.note(body) }
  }
}
