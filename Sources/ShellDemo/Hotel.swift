import SnippetShell

/// What the pages ask about rooms.
@Exposed
struct Hotel {
  /// In euros.
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
