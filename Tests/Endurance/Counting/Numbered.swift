/// A numbered message from a page.
struct Numbered: Codable, Sendable {
  /// The message's number: 1, 2, 3, … counted over all messages from the page, however they are sent.
  var n: Int
  /// Additional text, which makes some messages long.
  var padding = ""
}
