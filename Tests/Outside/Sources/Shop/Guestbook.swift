import SnippetBridge

/// An interface shared by all pages. It is an actor, so that their calls run one at a time.
@Exposed
actor Guestbook {
  private var entries: [String] = []

  func write(_ entry: String) -> Int {
    entries.append(entry)
    return entries.count
  }

  func read() -> [String] { entries }
}
