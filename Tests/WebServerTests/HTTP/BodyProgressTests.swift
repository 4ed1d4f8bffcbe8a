import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct BodyProgressTests {
  private let start = ContinuousClock.now

  /// Returns the progress of a body that needs 1000 bytes every 15 s and may take 40 s.
  private func progress() -> BodyProgress {
    var limits = HTTPLimits()
    limits.headTimeLimit = .seconds(15)
    limits.minimumBodyProgress = 1000
    limits.bodyTimeLimit = .seconds(40)
    return BodyProgress(limits, from: start)
  }

  @Test func whatGoesOnHasTimeUntilTheEnd() {
    var progress = progress()
    #expect(progress.nextStretch(received: 1000, at: start + .seconds(15)) == .seconds(15))
    #expect(progress.nextStretch(received: 2000, at: start + .seconds(30)) == .seconds(10))
    #expect(progress.nextStretch(received: 9000, at: start + .seconds(40)) == nil)
  }

  @Test func whatTheHandlerTakesIsNotCounted() {
    var progress = progress()
    progress.pause(at: start + .seconds(5))
    progress.pause(at: start + .seconds(50))
    #expect(progress.isPaused)
    progress.resume(received: 100, at: start + .seconds(105))
    #expect(!progress.isPaused && progress.timeLeft(at: start + .seconds(106)) == .seconds(14))
    #expect(progress.nextStretch(received: 1100, at: start + .seconds(120)) == .seconds(15))
    #expect(progress.nextStretch(received: 2100, at: start + .seconds(135)) == .seconds(5))
    #expect(progress.nextStretch(received: 9000, at: start + .seconds(140)) == nil)
  }

  @Test func aByteTooFewIsTooSlow() {
    var first = progress()
    #expect(first.nextStretch(received: 999, at: start + .seconds(15)) == nil)
    var second = progress()
    #expect(second.nextStretch(received: 1500, at: start + .seconds(15)) != nil)
    #expect(second.nextStretch(received: 2499, at: start + .seconds(30)) == nil)
  }
}
