import SnippetBridgeWebServer

/// A rate limit per key, implemented as a token bucket: it allows a burst of actions and then refills slowly. A value
/// type of bounded size without side effects.
package struct RateLimit<Key: Hashable & Sendable>: Sendable {
  package typealias Instant = ContinuousClock.Instant

  /// The number of actions that are allowed in a burst.
  let burst: Int
  /// The time after which one more action is allowed.
  let recovery: Duration
  /// The maximum number of keys that have their own bucket. All other keys share one bucket.
  let maximumKeys: Int

  /// The times at which the buckets will be full again, by key. A key without a time has a full bucket, or shares the
  /// bucket of all other keys if this table is full.
  private(set) var forgotten: [Key: Instant] = [:]
  private(set) var forgottenOfOthers: Instant?
  private(set) var lastSweep: Instant?

  package init(burst: Int, recovery: Duration, maximumKeys: Int) {
    (self.burst, self.recovery, self.maximumKeys) = (burst, recovery, maximumKeys)
  }

  var count: Int { forgotten.count }

  /// Returns the time that `key` must wait before its next action, or `nil` if the action is allowed now.
  package mutating func wait(of key: Key, at now: Instant) -> Duration? {
    if forgotten[key] == nil { makeRoom(at: now) }
    let end = forgotten[key] ?? (forgotten.count < maximumKeys ? now : forgottenOfOthers ?? now)
    let wait = (end - now) - recovery * (burst - 1)
    return wait > .zero ? wait : nil
  }

  /// Counts an action of `key`. Call this only after ``wait(of:at:)`` has returned `nil` for this key.
  package mutating func count(_ key: Key, at now: Instant) {
    if forgotten[key] != nil || forgotten.count < maximumKeys {
      forgotten[key] = max(forgotten[key] ?? now, now) + recovery
    } else {
      forgottenOfOthers = max(forgottenOfOthers ?? now, now) + recovery
    }
  }

  /// Removes buckets that are full again. Runs at most once per `recovery`, because it searches the whole table.
  private mutating func makeRoom(at now: Instant) {
    guard forgotten.count >= maximumKeys, lastSweep.map({ now - $0 >= recovery }) ?? true else { return }
    lastSweep = now
    forgotten = forgotten.filter { $0.value > now }
  }
}

/// A limit for a peer's guesses at the token: a burst, followed by a slow rate. A value type of bounded size without
/// side effects.
///
/// A correct token does not count as a guess, and does not restore used guesses.
///
/// When a network has used up its guesses, the server still checks a limited number of additional tokens, the reserve.
/// A correct token is accepted, so users who share an address with an attacker can still be admitted. For a wrong
/// token, the response is the same as for a token that was not checked, so that the attacker learns nothing.
///
/// The reserve is limited per network and for all networks together. In total, it allows at most 72,000 additional
/// guesses per hour, which is little compared to the 368,640 normal guesses per hour of 1,024 networks.
struct AttemptLimit: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Verdict: Equatable {
    case right
    case wrong
    /// The peer has made too many wrong guesses. A correct token will be accepted after `wait`, or earlier if the
    /// reserve is not used up.
    case tooMany(wait: Duration)
  }

  static let maximumNetworks = 1024

  private(set) var guesses = RateLimit<PeerNetwork>(burst: 5, recovery: .seconds(10), maximumKeys: maximumNetworks)
  private(set) var reserve = RateLimit<PeerNetwork>(
    burst: 20, recovery: .milliseconds(500), maximumKeys: maximumNetworks)
  private var reserveOfAll = RateLimit<Bool>(burst: 200, recovery: .milliseconds(50), maximumKeys: 1)

  /// Checks a token from `peer`, unless the limit is reached. `isRight` is called at most once.
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

/// The unit that the limits treat as one peer: all addresses that a single machine may have.
struct PeerNetwork: Hashable, Sendable {
  /// The name of the network, which is the same for all addresses of one machine.
  let name: String

  /// Creates the network for a peer's numeric address.
  ///
  /// All loopback addresses are one network, because every user of the machine can use all of 127.0.0.0/8 and ::1. An
  /// IPv6 address is part of its 64-bit network.
  init(of peer: String) {
    name = AddressBlock(numericHost: peer).map { $0.isLoopback ? "loopback" : $0.description } ?? peer
  }
}
