/// How often each of many may do something: a few times at once, then slowly; a token bucket for each. A pure value;
/// what it keeps is bounded.
struct RateLimit<Key: Hashable & Sendable>: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// What may follow each other at once.
  let burst: Int
  /// For one more.
  let recovery: Duration
  /// Keys beyond so many share one bucket.
  let maximumKeys: Int

  /// When all that each has done will be forgotten.
  private var forgotten: [Key: Instant] = [:]
  private var forgottenOfOthers: Instant?
  private var lastSweep: Instant?

  init(burst: Int, recovery: Duration, maximumKeys: Int) {
    self.burst = burst
    self.recovery = recovery
    self.maximumKeys = maximumKeys
  }

  var count: Int { forgotten.count }

  /// How long `key` has to wait before it may; nil when it may now.
  mutating func wait(of key: Key, at now: Instant) -> Duration? {
    if forgotten[key] == nil { makeRoom(at: now) }
    let end = forgotten[key] ?? (forgotten.count < maximumKeys ? now : forgottenOfOthers ?? now)
    let wait = (end - now) - recovery * (burst - 1)
    return wait > .zero ? wait : nil
  }

  /// `key`, which has been asked about, has done it.
  mutating func count(_ key: Key, at now: Instant) {
    if let end = forgotten[key] {
      forgotten[key] = max(end, now) + recovery
    } else if forgotten.count < maximumKeys {
      forgotten[key] = now + recovery
    } else {
      forgottenOfOthers = max(forgottenOfOthers ?? now, now) + recovery
    }
  }

  /// At most once in `recovery`: it looks through the whole table, and many may come at once.
  private mutating func makeRoom(at now: Instant) {
    guard forgotten.count >= maximumKeys, lastSweep.map({ now - $0 >= recovery }) ?? true else { return }
    lastSweep = now
    forgotten = forgotten.filter { $0.value > now }
  }
}
