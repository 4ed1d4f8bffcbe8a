/// How often a peer may guess: a few times at once, then slowly. A pure value; what it keeps is bounded.
///
/// A right token does not count, and does not restore the guesses that were used up. A network that has used up its
/// guesses still has a reserve: there a right token is taken, and a wrong one gets the same answer as one that was not
/// looked at. So others who share an address with a guesser get in. The reserve is a further limit for each network and
/// for all of them together. A guesser gains at most the 72,000 looks an hour of the latter; by the first limit 1,024
/// networks have 368,640.
struct AttemptLimit: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Verdict: Equatable {
    case right
    case wrong
    /// A right one may be taken after `wait`; at the latest, since there is the reserve.
    case tooMany(wait: Duration)
  }

  static let maximumNetworks = 1024

  private(set) var guesses = RateLimit<PeerNetwork>(burst: 5, recovery: .seconds(10), maximumKeys: maximumNetworks)
  private(set) var reserve = RateLimit<PeerNetwork>(
    burst: 20, recovery: .milliseconds(500), maximumKeys: maximumNetworks)
  private var reserveOfAll = RateLimit<Bool>(burst: 200, recovery: .milliseconds(50), maximumKeys: 1)

  /// Looks at a token of `peer` if it may guess. `isRight` is called at most once.
  mutating func examine(from peer: String, at now: Instant, isRight: () -> Bool) -> Verdict {
    let network = PeerNetwork(of: peer)
    guard let wait = guesses.wait(of: network, at: now) else {
      if isRight() { return .right }
      guesses.count(network, at: now)
      return .wrong
    }
    guard reserve.wait(of: network, at: now) == nil, reserveOfAll.wait(of: true, at: now) == nil else {
      return .tooMany(wait: wait)
    }
    if isRight() { return .right }
    reserve.count(network, at: now)
    reserveOfAll.count(true, at: now)
    return .tooMany(wait: wait)
  }
}
