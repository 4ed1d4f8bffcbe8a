import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct TrustAttemptLimitTests {
  private let start = ContinuousClock.now

  private func guess(_ limit: inout AttemptLimit, by peer: String, after: Duration = .zero) -> AttemptLimit.Verdict {
    limit.examine(from: peer, at: start + after) { false }
  }

  private func showRight(_ limit: inout AttemptLimit, by peer: String, after: Duration = .zero) -> AttemptLimit.Verdict
  {
    limit.examine(from: peer, at: start + after) { true }
  }

  @Test func aFewAtOnceThenSlowly() {
    var limit = AttemptLimit()
    for _ in 0..<5 { #expect(guess(&limit, by: "a") == .wrong) }
    #expect(guess(&limit, by: "a") == .tooMany(wait: .seconds(10)))
    #expect(guess(&limit, by: "b") == .wrong)
    #expect(guess(&limit, by: "a", after: .seconds(9)) == .tooMany(wait: .seconds(1)))
    #expect(guess(&limit, by: "a", after: .seconds(10)) == .wrong)
    #expect(guess(&limit, by: "a", after: .seconds(10)) == .tooMany(wait: .seconds(10)))
  }

  @Test func aRightTokenIsTakenWhoeverHasGuessedBefore() {
    var limit = AttemptLimit()
    for _ in 0..<10 { _ = guess(&limit, by: "192.0.2.1") }
    for _ in 0..<1000 { #expect(showRight(&limit, by: "192.0.2.1") == .right) }
    // A right token does not reset the count of wrong guesses.
    #expect(guess(&limit, by: "192.0.2.1") == .tooMany(wait: .seconds(10)))
  }

  @Test func guessesFromAllOfLoopbackLockNobodyOut() {
    var limit = AttemptLimit()
    for guesser in 0..<20_000 { _ = guess(&limit, by: "127.0.\(guesser / 250).\(guesser % 250)") }
    _ = guess(&limit, by: "::1")
    #expect(limit.guesses.count == 1)
    #expect(showRight(&limit, by: "192.0.2.1") == .right)
    #expect(guess(&limit, by: "192.0.2.1") == .wrong)
    // If the guessing client pauses for one second, another user of the same machine is admitted.
    #expect(showRight(&limit, by: "127.0.0.1", after: .seconds(1)) == .right)
  }

  @Test func guessesFromManyNetworksLockNobodyOut() {
    var limit = AttemptLimit()
    for guesser in 0..<5000 { _ = guess(&limit, by: "2001:db8:0:\(String(guesser, radix: 16))::1") }
    #expect(guess(&limit, by: "192.0.2.1") != .wrong, "shares what one may")
    // The shared reserve regains one attempt every 50 ms.
    #expect(showRight(&limit, by: "192.0.2.1", after: .milliseconds(50)) == .right)
  }

  /// Counts the tokens that are examined during an hour of guessing.
  @Test(arguments: [1, 1000]) func whatTheReserveGivesAGuesserIsBounded(networks: Int) {
    var limit = AttemptLimit()
    var looks = 0
    for tick in 0..<36_000 {
      for number in 0..<10 {
        _ = limit.examine(
          from: "2001:db8:0:\(String((tick * 10 + number) % networks, radix: 16))::1",
          at: start + .milliseconds(100 * tick)
        ) {
          looks += 1
          return false
        }
      }
    }
    #expect(looks <= networks * (5 + 360) + min(networks * (20 + 7200), 200 + 72_000))
  }

  @Test func anIPv6NetworkIsOnePeer() {
    var limit = AttemptLimit()
    for last in 1...5 { #expect(guess(&limit, by: "2001:db8:1:2::\(last)") == .wrong) }
    #expect(guess(&limit, by: "2001:db8:1:2:ffff::1") != .wrong)
    #expect(guess(&limit, by: "2001:db8:1:3::1") == .wrong)
    #expect(PeerNetwork(of: "::ffff:192.0.2.1") == PeerNetwork(of: "192.0.2.1"))
    #expect(PeerNetwork(of: "::ffff:192.0.2.1") != PeerNetwork(of: "::ffff:192.0.2.2"))
  }

  @Test func loopbackIsOnePeer() {
    for peer in ["127.0.0.2", "127.255.255.254", "::1", "::ffff:127.0.0.3"] {
      #expect(PeerNetwork(of: peer) == PeerNetwork(of: "127.0.0.1"), "\(peer)")
    }
    for peer in ["128.0.0.1", "126.0.0.1", "2001:db8::1", "fe80::1"] {
      #expect(PeerNetwork(of: peer) != PeerNetwork(of: "127.0.0.1"), "\(peer)")
    }
  }

  @Test func whatIsKeptIsBounded() {
    var limit = AttemptLimit()
    for round in 0..<8 { for peer in 0..<5000 { _ = guess(&limit, by: "\(peer)", after: .seconds(round)) } }
    #expect(limit.guesses.count <= AttemptLimit.maximumNetworks)
    #expect(limit.reserve.count <= AttemptLimit.maximumNetworks)
    #expect(guess(&limit, by: "new", after: .seconds(8)) != .wrong, "shares what one may")
    #expect(guess(&limit, by: "new", after: .seconds(100_000)) == .wrong)
    #expect(limit.guesses.count == 1)
  }
}
