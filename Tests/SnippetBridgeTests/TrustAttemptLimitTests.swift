import Testing

@testable import SnippetBridge

@Suite struct TrustAttemptLimitTests {
  private let start = ContinuousClock.now

  @Test func aFewAtOnceThenSlowly() {
    var limit = AttemptLimit()
    for _ in 0..<5 { #expect(limit.attempt(by: "a", at: start) == nil) }
    #expect(limit.attempt(by: "a", at: start) == .seconds(10))
    #expect(limit.attempt(by: "b", at: start) == nil)
    #expect(limit.attempt(by: "a", at: start + .seconds(9)) == .seconds(1))
    #expect(limit.attempt(by: "a", at: start + .seconds(10)) == nil)
    #expect(limit.attempt(by: "a", at: start + .seconds(10)) == .seconds(10))
    limit.succeeded(by: "a")
    #expect(limit.attempt(by: "a", at: start + .seconds(10)) == nil)
  }

  @Test func anIPv6NetworkIsOnePeer() {
    var limit = AttemptLimit()
    for last in 1...5 { #expect(limit.attempt(by: "2001:db8:1:2::\(last)", at: start) == nil) }
    #expect(limit.attempt(by: "2001:db8:1:2:ffff::1", at: start) != nil)
    #expect(limit.attempt(by: "2001:db8:1:3::1", at: start) == nil)
    #expect(AttemptLimit.network(of: "::ffff:192.0.2.1") == AttemptLimit.network(of: "192.0.2.1"))
    #expect(AttemptLimit.network(of: "::ffff:192.0.2.1") != AttemptLimit.network(of: "::ffff:192.0.2.2"))
  }

  @Test func whoSharesGetsARightOneBack() {
    var limit = AttemptLimit()
    for peer in 0..<AttemptLimit.maximumPeers { _ = limit.attempt(by: "\(peer)", at: start) }
    for _ in 0..<4 { #expect(limit.attempt(by: "wrong", at: start) == nil) }
    for _ in 0..<10 {
      #expect(limit.attempt(by: "right", at: start) == nil)
      limit.succeeded(by: "right")
    }
    #expect(limit.attempt(by: "wrong", at: start) == nil)
    #expect(limit.attempt(by: "wrong", at: start) != nil, "the wrong ones are still counted")
  }

  @Test func whatIsKeptIsBounded() {
    var limit = AttemptLimit()
    for peer in 0..<5000 { _ = limit.attempt(by: "\(peer)", at: start) }
    #expect(limit.forgotten.count <= AttemptLimit.maximumPeers + 1)
    #expect(limit.attempt(by: "new", at: start) != nil, "shares what one may")
    #expect(limit.attempt(by: "new", at: start + .seconds(100_000)) == nil)
    #expect(limit.forgotten.count == 1)
  }
}
