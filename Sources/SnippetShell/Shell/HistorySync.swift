/// The shell's history as sent to the shell's page, which applies it to the browser's history.
struct HistoryState: Encodable, Equatable, Sendable {
  struct Entry: Encodable, Equatable, Sendable {
    var key: String
    /// The text after `#` in the address bar.
    var fragment: String
  }

  var entries: [Entry]
  var index: Int
  var title: String
  /// The state from which a restarted server rebuilds this shell. The page stores this state.
  var saved: SavedShell
}

/// The history that was last sent to the shell's page, for computing the next update. A value type without side
/// effects.
struct HistorySync {
  private var told: HistoryState?

  /// Returns the command that updates the page's history, or `nil` if the history is unchanged.
  ///
  /// If only saved pages have changed, for example because the user has scrolled a page, the command contains only
  /// these pages. The rest of the state, up to 128 kB, is not sent again.
  mutating func command(for state: HistoryState) -> ShellCommand? {
    guard state != told else { return nil }
    defer { told = state }
    guard var old = told, old.saved.pages.keys == state.saved.pages.keys else { return .history(state) }
    let changed = state.saved.pages.filter { $0.value != old.saved.pages[$0.key] }
    old.saved.pages = state.saved.pages
    return old == state ? .pages(changed) : .history(state)
  }

  /// Records that the browser has moved to the entry with a key.
  ///
  /// If the shell returns to the previous entry before the next update, the update then contains the history again, so
  /// that the browser returns too.
  mutating func browserMoved(toKey key: String) {
    guard let index = told?.entries.firstIndex(where: { $0.key == key }) else { return }
    told?.index = index
  }
}
