import DSBridgeLocks
import SnippetBridgeTesting
import SnippetShell
import Testing

/// The number of rounds from an event to the update that it causes. A round is one run of the queue of the shell's
/// executor.
@Suite(.timeLimit(.minutes(2))) struct ShellRoundTests {
  /// The number of the current round, and the numbers of the rounds in which the tap and the drawing occurred.
  private final class Rounds: Sendable {
    private let state = Mutex((present: 1, tapped: 0, drawn: 0))

    func end() { state.withLock { $0.present += 1 } }

    func tap() { state.withLock { $0.tapped = $0.present } }

    func draw() { state.withLock { if $0.drawn < $0.tapped { $0.drawn = $0.present } } }

    /// The number of rounds from the tap to the drawing, both included.
    var count: Int? { state.withLock { $0.drawn > 0 ? $0.drawn - $0.tapped + 1 : nil } }
  }

  @Test(arguments: [false, true])
  func aTapIsAnsweredInItsOwnRound(isLater: Bool) async throws {
    let rounds = Rounds()
    try await withShell { browser, shell, _ in
      await shell.perform { shell in
        shell.webView.assumeIsolated { webView in
          let handler = webView.roundEndHandler
          webView.roundEndHandler = { webView in
            handler?(webView)
            rounds.end()
          }
        }
        shell.header = { _ in
          rounds.draw()
          return Node.button("Order") { [weak shell] _ in
            if isLater { await Task.yield() }
            await shell?.perform { shell in
              rounds.tap()
              shell.setNeedsUpdate()
            }
          }
        }
      }
      try await browser.tap("Order")
      while rounds.count == nil { await Task.yield() }
      #expect(rounds.count == 1)
    }
  }
}
