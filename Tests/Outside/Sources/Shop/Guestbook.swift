import SnippetBridge

/// One for all pages: an actor, so that their calls take turns.
@Exposed
actor Guestbook {
  private var entries: [String] = []

  func write(_ entry: String) -> Int {
    entries.append(entry)
    return entries.count
  }

  func read() -> [String] { entries }
}
