/// The navigations that the page has asked about, and that the server need not ask about again: each once, for a short
/// time. A pure value.
struct NavigationPasses: Sendable {
  static let lifetime: Duration = .seconds(10)
  /// A page that asks and never navigates must not fill the memory.
  private static let limit = 64

  private var passes: [(target: NavigationTarget, webView: String, expiry: ContinuousClock.Instant)] = []

  mutating func grant(_ target: NavigationTarget, to webView: String, at now: ContinuousClock.Instant) {
    passes.removeAll { $0.expiry <= now }
    if passes.count >= NavigationPasses.limit { passes.removeFirst() }
    passes.append((target, webView, now + NavigationPasses.lifetime))
  }

  /// Takes the pass for `target`, if there is one. Returns whose it was.
  mutating func redeem(_ target: NavigationTarget, at now: ContinuousClock.Instant) -> String? {
    passes.removeAll { $0.expiry <= now }
    guard let index = passes.firstIndex(where: { $0.target == target }) else { return nil }
    return passes.remove(at: index).webView
  }
}
