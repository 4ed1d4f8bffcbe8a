import SnippetBridgeWebServer

/// A rate limit per key: a token bucket that allows a burst and then refills slowly. A pure value of bounded size.
struct RateLimit<Key: Hashable & Sendable>: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The number of actions that are allowed at once.
  let burst: Int
  /// The time after which one more action is allowed.
  let recovery: Duration
  /// The maximum number of keys with a bucket of their own. All further keys share one bucket.
  let maximumKeys: Int

  /// The time at which the bucket of a key is full again.
  private var forgotten: [Key: Instant] = [:]
  private var forgottenOfOthers: Instant?
  private var lastSweep: Instant?

  init(burst: Int, recovery: Duration, maximumKeys: Int) {
    self.burst = burst
    self.recovery = recovery
    self.maximumKeys = maximumKeys
  }

  var count: Int { forgotten.count }

  /// Returns the time until `key` may act, or `nil` if it may act now.
  mutating func wait(of key: Key, at now: Instant) -> Duration? {
    if forgotten[key] == nil { makeRoom(at: now) }
    let end = forgotten[key] ?? (forgotten.count < maximumKeys ? now : forgottenOfOthers ?? now)
    let wait = (end - now) - recovery * (burst - 1)
    return wait > .zero ? wait : nil
  }

  /// Counts an action of `key`. Call ``wait(of:at:)`` before.
  mutating func count(_ key: Key, at now: Instant) {
    if let end = forgotten[key] {
      forgotten[key] = max(end, now) + recovery
    } else if forgotten.count < maximumKeys {
      forgotten[key] = now + recovery
    } else {
      forgottenOfOthers = max(forgottenOfOthers ?? now, now) + recovery
    }
  }

  /// Removes full buckets. Runs at most once per `recovery`, because it searches the whole table.
  private mutating func makeRoom(at now: Instant) {
    guard forgotten.count >= maximumKeys, lastSweep.map({ now - $0 >= recovery }) ?? true else { return }
    lastSweep = now
    forgotten = forgotten.filter { $0.value > now }
  }
}

/// The limit for guesses of the token by a peer: a burst, then a slow rate. A pure value of bounded size.
///
/// A correct token does not count as a guess, and does not restore guesses.
///
/// After a network has used up its guesses, a limited number of further tokens is still checked: the reserve. A correct
/// token is then accepted. A wrong token gets the same response as a token that is not checked. So users who share an
/// address with an attacker can still be admitted.
///
/// The reserve is limited per network and for all networks together. It allows at most 72,000 additional guesses per
/// hour. The normal limit allows 368,640 per hour for 1,024 networks.
struct AttemptLimit: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Verdict: Equatable {
    case right
    case wrong
    /// The peer has made too many guesses. A correct token is accepted after `wait`, or earlier while the reserve
    /// lasts.
    case tooMany(wait: Duration)
  }

  static let maximumNetworks = 1024

  private(set) var guesses = RateLimit<PeerNetwork>(burst: 5, recovery: .seconds(10), maximumKeys: maximumNetworks)
  private(set) var reserve = RateLimit<PeerNetwork>(
    burst: 20, recovery: .milliseconds(500), maximumKeys: maximumNetworks)
  private var reserveOfAll = RateLimit<Bool>(burst: 200, recovery: .milliseconds(50), maximumKeys: 1)

  /// Checks a token of `peer` if the peer may guess. `isRight` is called at most once.
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

/// The unit that the limits count as one peer: all addresses that one machine may have.
struct PeerNetwork: Hashable, Sendable {
  /// The name of the network. It is the same for all addresses of one machine.
  let name: String

  /// Creates the network of a peer's numeric address.
  ///
  /// All loopback addresses are one network, because every user of the machine can use all of 127/8 and ::1. An IPv6
  /// address belongs to its 64-bit network.
  init(of peer: String) {
    guard let block = AddressBlock(numericHost: peer) else {
      name = peer
      return
    }
    name = block.isLoopback ? "loopback" : block.description
  }
}
