import Testing

@testable import WebServer

@Suite(.timeLimit(.minutes(5))) struct SilenceWatchTests {
  private let start = ContinuousClock.now

  @Test func aSilentPeerIsAskedAndThenGone() {
    var watch = SilenceWatch(limit: .seconds(30), from: start)
    #expect(watch.verdict(at: start) == .wait(.seconds(15)))
    #expect(watch.verdict(at: start + .seconds(15)) == .ask(.seconds(15)))
    #expect(watch.verdict(at: start + .seconds(20)) == .wait(.seconds(10)))
    #expect(watch.verdict(at: start + .seconds(30)) == .gone)
  }

  /// The time counts from the last word, not from the last look.
  @Test func aPeerThatSpokeOnceIsGoneAsSoon() {
    var watch = SilenceWatch(limit: .seconds(30), from: start)
    watch.heard(at: start + .seconds(1))
    #expect(watch.verdict(at: start + .seconds(15)) == .wait(.seconds(1)))
    #expect(watch.verdict(at: start + .seconds(16)) == .ask(.seconds(15)))
    #expect(watch.verdict(at: start + .seconds(31)) == .gone)
  }

  @Test func anAnswerCountsAnew() {
    var watch = SilenceWatch(limit: .seconds(30), from: start)
    #expect(watch.verdict(at: start + .seconds(16)) == .ask(.seconds(14)))
    watch.heard(at: start + .seconds(17))
    #expect(watch.verdict(at: start + .seconds(30)) == .wait(.seconds(2)))
    #expect(watch.verdict(at: start + .seconds(32)) == .ask(.seconds(15)))
  }
}
