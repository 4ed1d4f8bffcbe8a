import DSBridge
import SnippetBridgeHTTP

/// The tickets with which tabs enter the proxied sites of a server that requires a token. A value type without side
/// effects.
///
/// A user must not enter the token at the address of a site, whose service worker could read it there. So the server's
/// own page asks for the token, and sends the tab to the site with a ticket. A ticket is valid once and for one site.
struct SiteTickets: Sendable {
  typealias Instant = ContinuousClock.Instant

  static let lifetime: Duration = .seconds(30)
  /// The maximum number of tickets, which limits memory use for browsers that never use them.
  private static let limit = 256

  private var tickets: [(text: String, origin: WebOrigin, expiry: Instant)] = []

  /// Returns a new ticket for a site.
  mutating func issue(for origin: WebOrigin, at now: Instant) -> String {
    tickets.removeAll { $0.expiry <= now }
    if tickets.count >= Self.limit { tickets.removeFirst() }
    let ticket = WebView.randomID()
    tickets.append((ticket, origin, now + Self.lifetime))
    return ticket
  }

  /// Returns whether a ticket is valid for a site, and invalidates it.
  mutating func take(_ ticket: String, for origin: WebOrigin, at now: Instant) -> Bool {
    tickets.removeAll { $0.expiry <= now }
    guard let index = tickets.firstIndex(where: { $0.text == ticket && $0.origin == origin }) else { return false }
    tickets.remove(at: index)
    return true
  }
}
