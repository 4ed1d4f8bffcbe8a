import DSBridge

/// What shows that a page is a shell's: given with the page, and good for one document. A pure value.
struct ShellTickets: Sendable {
  typealias Instant = ContinuousClock.Instant

  static let lifetime: Duration = .seconds(60)
  /// Pages that are asked for and never say anything must not fill the memory.
  private static let limit = 1000

  private var tickets: [(text: String, expiry: Instant)] = []

  mutating func issue(at now: Instant) -> String {
    tickets.removeAll { $0.expiry <= now }
    if tickets.count >= Self.limit { tickets.removeFirst() }
    let ticket = WebView.randomID()
    tickets.append((ticket, now + Self.lifetime))
    return ticket
  }

  /// Whether it was given, and is used for the first time.
  mutating func redeem(_ ticket: String, at now: Instant) -> Bool {
    tickets.removeAll { $0.expiry <= now }
    guard let index = tickets.firstIndex(where: { $0.text == ticket }) else { return false }
    tickets.remove(at: index)
    return true
  }
}
