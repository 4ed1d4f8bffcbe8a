import DSBridge
import SnippetBridgeWebServer

/// The tickets that prove that a page is the page of a shell. Each page contains its own ticket, which is valid for one
/// document. A value type without side effects.
///
/// A ticket contains an expiry time, a random number, and an authentication code for both that only this server can
/// compute. Only redeemed tickets are stored, until they expire. A page redeems its ticket with its hello message. A
/// client that requests pages but never sends this message therefore uses no memory and cannot evict the tickets of
/// other clients.
struct ShellTickets: Sendable {
  typealias Instant = ContinuousClock.Instant

  static let lifetime: Duration = .seconds(60)
  /// The maximum number of redeemed tickets that are stored. Beyond this limit, the oldest ticket is removed. The
  /// removed ticket can then be redeemed again. This is harmless, because its client could just as well request another
  /// page with a new ticket.
  static let limit = 10_000
  private static let nonceLength = 32
  private static let codeLength = 32
  private static let longest = nonceLength + codeLength + 24

  private let key: [UInt8]
  private let start: Instant
  /// The redeemed tickets, as bytes, with their expiry times. All tickets have the same lifetime, so they are roughly
  /// sorted by expiry time.
  private var redeemed: [(ticket: [UInt8], expiry: Instant)] = []

  init(key: String = WebView.randomID() + WebView.randomID(), start: Instant = .now) {
    self.key = Array(key.utf8)
    self.start = start
  }

  var count: Int { redeemed.count }

  func issue(at now: Instant) -> String {
    let expiry = (now + Self.lifetime - start) / .milliseconds(1)
    let text = "\(Int(expiry.rounded())).\(WebView.randomID())"
    return "\(text).\(code(of: text))"
  }

  /// Redeems a ticket. Returns `false` if this server has not issued it, if it has expired, or if it was redeemed
  /// before.
  mutating func redeem(_ ticket: String, at now: Instant) -> Bool {
    guard let expiry = expiry(of: ticket), expiry > now else { return false }
    redeemed.removeAll { $0.expiry <= now }
    let bytes = Array(ticket.utf8)
    guard !redeemed.contains(where: { $0.ticket == bytes }) else { return false }
    if redeemed.count >= Self.limit { redeemed.removeFirst() }
    redeemed.append((bytes, expiry))
    return true
  }

  /// Returns the expiry of a ticket, or `nil` if this server has not issued the ticket.
  private func expiry(of ticket: String) -> Instant? {
    guard ticket.utf8.count <= Self.longest else { return nil }
    let bytes = Array(ticket.utf8)
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let text = String(decoding: bytes[..<dot], as: UTF8.self)
    guard ConstantTime.areEqual(Array(code(of: text).utf8), Array(bytes[(dot + 1)...])) else { return nil }
    // The matching code proves that this server issued the ticket.
    guard let milliseconds = Int(text.prefix { $0 != "." }) else { return nil }
    return start + .milliseconds(milliseconds)
  }

  private func code(of text: String) -> String {
    (HMAC.code(for: Array(text.utf8), key: key) ?? []).prefix(Self.codeLength / 2)
      .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
