/// A message of a page.
struct Numbered: Codable, Sendable {
  /// 1, 2, 3, … over all that the page says, however it says it.
  var n: Int
  /// Makes some messages long.
  var padding = ""
}
