/// Documents that were sent to a session's browser and have not said hello yet: their tabs may not be closed. A pure
/// value.
///
/// Each is known by its address alone. A tab that goes back may show a document without asking the server. Some never
/// say hello, such as a PDF.
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
