import DSBridgeLocks
import Testing

@testable import DSBridge

/// The work that a web view does in one round of its queue.
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

  /// A task that begins outside of the web view's isolation, like an action of a node with a capture list.
  @Test func aTaskOfARoundRunsBeforeTheRoundEnds() async throws {
    let webView = WebView()
    let hasRun = Flag()
    let atEnd: Bool = await withCheckedContinuation { continuation in
      webView.perform { isolated in
        isolated.roundEndHandler = { isolated in
          isolated.roundEndHandler = nil
          continuation.resume(returning: hasRun.value.load(ordering: .relaxed))
        }
        Task(executorPreference: webView.taskExecutor) { @concurrent in
          await webView.set(hasRun)
        }
      }
    }
    #expect(atEnd)
  }
}

private final class Flag: Sendable {
  let value = Atomic(false)
}

extension WebView {
  fileprivate func set(_ flag: Flag) { flag.value.store(true, ordering: .relaxed) }
}
