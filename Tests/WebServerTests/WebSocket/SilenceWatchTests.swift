import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct SilenceWatchTests {
  private let start = ContinuousClock.now

  /// Returns the watch of a socket with the default limits and this heartbeat interval.
  private func watch(heartbeatInterval: Duration = .seconds(10)) -> SilenceWatch {
    SilenceWatch(limit: .seconds(30), heartbeatInterval: heartbeatInterval, from: start)
  }

  @Test func aSilentPeerGetsAPingAndIsThenGone() {
    var watch = watch(heartbeatInterval: .zero)
    #expect(watch.verdict(at: start) == .wait(.seconds(15)))
    #expect(
      watch.verdict(at: start + .seconds(15)) == .send(ping: true, heartbeat: false, next: .seconds(15)))
    #expect(watch.verdict(at: start + .seconds(20)) == .wait(.seconds(10)))
    #expect(watch.verdict(at: start + .seconds(30)) == .gone)
  }

  /// The silence time counts from the peer's last message, not from the server's last check.
  @Test func aPeerThatSpokeOnceIsGoneAsSoon() {
    var watch = watch(heartbeatInterval: .zero)
    watch.heard(at: start + .seconds(1))
    #expect(watch.verdict(at: start + .seconds(15)) == .wait(.seconds(1)))
    #expect(
      watch.verdict(at: start + .seconds(16)) == .send(ping: true, heartbeat: false, next: .seconds(15)))
    #expect(watch.verdict(at: start + .seconds(31)) == .gone)
  }

  @Test func anAnswerCountsAnew() {
    var watch = watch(heartbeatInterval: .zero)
    #expect(
      watch.verdict(at: start + .seconds(16)) == .send(ping: true, heartbeat: false, next: .seconds(14)))
    watch.heard(at: start + .seconds(17))
    #expect(watch.verdict(at: start + .seconds(30)) == .wait(.seconds(2)))
    #expect(
      watch.verdict(at: start + .seconds(32)) == .send(ping: true, heartbeat: false, next: .seconds(15)))
  }

  /// An idle connection is checked every ten seconds, and every second heartbeat includes a ping.
  @Test func pingsShareTheScheduleOfHeartbeats() {
    var watch = watch()
    #expect(watch.verdict(at: start) == .wait(.seconds(10)))
    var now = start
    for round in 0..<6 {
      now += .seconds(10)
      let asks = round % 2 == 1
      #expect(watch.verdict(at: now) == .send(ping: asks, heartbeat: true, next: .seconds(10)))
      // The pong arrives a little later than the ping. That does not delay the following heartbeats.
      if asks { watch.heard(at: now + .milliseconds(50)) }
    }
  }

  @Test func aPeerThatIsSentSomethingNeedsNoHeartbeat() {
    var watch = watch()
    watch.sent(at: start + .seconds(4))
    #expect(watch.verdict(at: start + .seconds(10)) == .wait(.seconds(4)))
    #expect(
      watch.verdict(at: start + .seconds(14)) == .send(ping: false, heartbeat: true, next: .seconds(6)))
  }

  /// Messages from the server replace its heartbeats. They do not replace pings, because they do not show whether the
  /// peer is alive.
  @Test func aPeerThatIsSentALotAndSaysNothingGetsAPingToo() {
    var watch = watch()
    for second in stride(from: 1, to: 20, by: 3) { watch.sent(at: start + .seconds(second)) }
    #expect(watch.verdict(at: start + .seconds(19)) == .wait(.seconds(1)))
    #expect(
      watch.verdict(at: start + .seconds(20)) == .send(ping: true, heartbeat: false, next: .seconds(9)))
    watch.sent(at: start + .seconds(28))
    #expect(watch.verdict(at: start + .seconds(29)) == .wait(.seconds(1)))
    #expect(watch.verdict(at: start + .seconds(30)) == .gone)
  }
}
