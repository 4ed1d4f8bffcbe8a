/// Documents of one session that were handed out, and have not said hello: their tabs are not closed. A pure value.
///
/// Each is known by its address, since a tab that goes back may show one that was never asked for. Not every one will
/// say hello: a PDF does not.
struct AnsweredNavigations: Sendable {
  /// A page that loads frame after frame must not fill the memory.
  static let limit = 64

  private var open: [(target: Int, expiry: ContinuousClock.Instant)] = []

  mutating func begin(_ target: NavigationTarget, at now: ContinuousClock.Instant, within limit: Duration) {
    open.removeAll { $0.expiry <= now }
    if open.count >= AnsweredNavigations.limit { open.removeFirst() }
    open.append((target.hashValue, now + limit))
  }

  /// A document of this address is here. No effect if none was expected.
  mutating func end(_ target: NavigationTarget) {
    let hash = target.hashValue
    if let index = open.firstIndex(where: { $0.target == hash }) { open.remove(at: index) }
  }

  func isEmpty(at now: ContinuousClock.Instant) -> Bool {
    !open.contains { $0.expiry > now }
  }
}
