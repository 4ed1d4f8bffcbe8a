import SnippetBridge

/// An interface that all pages share. It is an actor, so that the calls of the pages run one at a time.
@Exposed
actor Guestbook {
  private var entries: [String] = []

  func write(_ entry: String) -> Int {
    entries.append(entry)
    return entries.count
  }

  func read() -> [String] { entries }
}
