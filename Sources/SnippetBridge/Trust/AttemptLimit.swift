import WebServer

/// How often a peer may guess: a few times at once, then slowly. A pure value; what it keeps is bounded.
struct AttemptLimit: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// Guesses that may follow each other at once.
  static let burst = 5
  /// For one more.
  static let recovery: Duration = .seconds(10)
  static let maximumPeers = 1024
  /// The network of all for whom there is no room.
  private static let everyone = ""

  /// When a peer's last guess will be forgotten.
  private(set) var forgotten: [String: Instant] = [:]

  /// Counts a guess; nil when it may be looked at, else how long the peer has to wait.
  mutating func attempt(by peer: String, at now: Instant) -> Duration? {
    let peer = key(of: peer, at: now)
    let end = max(forgotten[peer] ?? now, now)
    let wait = (end - now) - AttemptLimit.recovery * (AttemptLimit.burst - 1)
    guard wait <= .zero else { return wait }
    forgotten[peer] = end + AttemptLimit.recovery
    return nil
  }

  /// The guess was right.
  mutating func succeeded(by peer: String) {
    let network = AttemptLimit.network(of: peer)
    guard forgotten.removeValue(forKey: network) == nil, let end = forgotten[AttemptLimit.everyone] else { return }
    // The others' guesses stay counted.
    forgotten[AttemptLimit.everyone] = end - AttemptLimit.recovery
  }

  /// When too many guess at once, the ones that come now share what one may.
  private mutating func key(of peer: String, at now: Instant) -> String {
    let network = AttemptLimit.network(of: peer)
    if forgotten[network] != nil || forgotten.count < AttemptLimit.maximumPeers { return network }
    forgotten = forgotten.filter { $0.value > now }
    return forgotten.count < AttemptLimit.maximumPeers ? network : AttemptLimit.everyone
  }

  /// One machine may have all addresses of an IPv6 network.
  static func network(of peer: String) -> String { AddressBlock(numericHost: peer)?.description ?? peer }
}
