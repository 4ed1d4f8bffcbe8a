/// The documents that were sent to a session's browser and have not sent their hello, a page's first message, yet.
/// While there are such documents, a tab of the session that seems closed may still be loading one of them. A value
/// type without side effects.
///
/// This record is only approximate. Documents are identified only by their URLs, and a tab that goes back may show a
/// document without a request to the server. Some documents, such as PDF files, never send a hello, so entries expire.
struct AnsweredNavigations: Sendable {
  /// The maximum number of documents, which limits memory use for pages that load many iframes.
  static let limit = 64

  private var open: [(target: Int, expiry: ContinuousClock.Instant)] = []

  mutating func begin(_ target: NavigationTarget, at now: ContinuousClock.Instant, within limit: Duration) {
    open.removeAll { $0.expiry <= now }
    if open.count >= AnsweredNavigations.limit { open.removeFirst() }
    open.append((target.hashValue, now + limit))
  }

  /// Removes a document with this URL after its hello. Has no effect if there is no such document.
  mutating func end(_ target: NavigationTarget) {
    let hash = target.hashValue
    if let index = open.firstIndex(where: { $0.target == hash }) { open.remove(at: index) }
  }

  func isEmpty(at now: ContinuousClock.Instant) -> Bool {
    !open.contains { $0.expiry > now }
  }
}
