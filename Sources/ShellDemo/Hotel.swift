import SnippetShell

/// An interface that provides the prices of rooms to pages.
@Exposed
struct Hotel {
  /// Returns the price in euros, for 1 to 14 nights.
  func price(room: String, nights: Int = 1) -> Int {
    let night =
      switch room {
      case "boathouse": 168
      case "garden": 96
      default: 120
      }
    return night * min(max(nights, 1), 14)
  }
}
