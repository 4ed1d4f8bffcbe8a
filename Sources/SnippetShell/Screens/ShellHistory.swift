/// The history of a shell: a list of the places that the user has visited. A value type without side effects.
///
/// Each change of the tab, the screen or the sheet leads to another place. The shell's page has one history entry in
/// the browser for each place, so the browser's Back and Forward agree with the shell's. The place of the current entry
/// is visible.
struct ShellHistory: Sendable {
  struct Entry: Hashable, Sendable, Codable {
    /// The key that identifies the browser's entry.
    let key: String
    var place: Place
  }

  /// The maximum number of entries. Browsers have the same limit.
  static let limit = 50

  private(set) var entries: [Entry]
  private(set) var index: Int

  init(_ place: Place, key: String) {
    entries = [Entry(key: key, place: place)]
    index = 0
  }

  /// Creates a history from saved entries. Returns `nil` if the entries are not a valid history.
  init?(_ entries: [Entry], index: Int) {
    guard entries.indices.contains(index), entries.count <= Self.limit, Set(entries.map(\.key)).count == entries.count,
      entries.allSatisfy({
        (1...Shell.longestStack).contains($0.place.stack.count) && $0.place.sheets.count <= Shell.longestStack
          && $0.place.step?.isValid != false
      })
    else { return nil }
    (self.entries, self.index) = (entries, index)
  }

  var place: Place { entries[index].place }
  var key: String { entries[index].key }
  var canGoBack: Bool { index > 0 }
  var canGoForward: Bool { index < entries.count - 1 }
  /// Returns the place `count` entries after the current one, or `nil` if there is no such entry.
  func place(after count: Int) -> Place? {
    entries.indices.contains(index + count) ? entries[index + count].place : nil
  }

  /// The screens that appear in any entry.
  var screens: Set<ScreenID> { Set(entries.flatMap(\.place.screens)) }

  /// Adds an entry after the current one, and removes all later entries. Removes the oldest entry if there are too
  /// many.
  mutating func push(_ place: Place, key: String) {
    entries.removeSubrange((index + 1)...)
    entries.append(Entry(key: key, place: place))
    if entries.count > Self.limit { entries.removeFirst() }
    index = entries.count - 1
  }

  /// Changes the place of the current entry.
  mutating func replace(with place: Place) { entries[index].place = place }

  /// Goes back to a place that has fewer screens or sheets than the current place.
  ///
  /// If an earlier entry has this place, and no entry of another tab lies in between, that entry becomes the current
  /// one, so that the user can go forward again. Otherwise the current entry gets this place.
  mutating func goBack(to place: Place) {
    // The comparison ignores the step, because the page may have navigated within its document since the earlier entry.
    let earlier = entries[..<index].lastIndex {
      $0.place.tab != place.tab || ($0.place.stack, $0.place.sheets) == (place.stack, place.sheets)
    }
    if let earlier, entries[earlier].place.tab == place.tab { index = earlier }
    replace(with: place)
  }

  /// Changes to a place, and removes entries of erased screens.
  /// - Parameters:
  ///   - key: the key of a new entry; `nil` to call ``goBack(to:)`` instead.
  ///   - erased: the screens whose entries are removed, except for the current entry.
  mutating func change(to place: Place, key: String?, erasing erased: Set<ScreenID>) {
    if let key { push(place, key: key) } else { goBack(to: place) }
    let present = entries[index].key
    entries.removeAll { $0.key != present && !erased.isDisjoint(with: $0.place.screens) }
    index = entries.firstIndex { $0.key == present } ?? 0
  }

  /// Moves by `count` entries. Returns `false` if there is no such entry.
  @discardableResult
  mutating func step(by count: Int) -> Bool {
    guard place(after: count) != nil else { return false }
    index += count
    return true
  }

  /// Makes the entry with a key the current one. Returns `false` if there is no such entry.
  mutating func move(toKey key: String) -> Bool {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return false }
    self.index = index
    return true
  }

  /// Removes screens from all entries.
  /// - Parameter root: returns the lowest screen for a tab whose stack would otherwise be empty.
  mutating func remove(_ screens: Set<ScreenID>, root: (Tab.ID) -> ScreenID?) {
    guard !screens.isEmpty else { return }
    let present = key
    var kept: [Entry] = []
    for var entry in entries {
      if entry.place.top.map(screens.contains) == true { entry.place.step = nil }
      entry.place.stack.removeAll(where: screens.contains)
      entry.place.sheets.removeAll(where: screens.contains)
      if entry.place.stack.isEmpty {
        guard let root = root(entry.place.tab) else { continue }
        entry.place.stack = [root]
      }
      if kept.last?.place == entry.place {
        // If two successive entries have the same place, only one is kept, because going from one to the other would
        // have no effect. The current entry is preferred.
        guard entry.key == present else { continue }
        kept.removeLast()
      }
      kept.append(entry)
    }
    guard !kept.isEmpty else { return }
    let earlier = entries[...index].map(\.key)
    entries = kept
    index = kept.lastIndex { earlier.contains($0.key) } ?? 0
  }
}

/// A navigation within the document of a page, by `pushState` or to a fragment.
struct PageStep: Hashable, Sendable, Codable {
  /// The number that identifies the step in the page.
  var number: Int
  /// The path of the page's address, with query and fragment.
  var path: String

  /// Whether ``path`` is a valid path of at most 2,000 bytes. It is checked because pages and their storage are
  /// untrusted.
  var isValid: Bool { path.isLocalPath && !path.utf8.contains(UInt8(ascii: "\\")) && path.utf8.count <= 2000 }
}

/// A place in a shell: a tab, the screens on its stack, and the sheets above the stack.
struct Place: Hashable, Sendable, Codable {
  var tab: Tab.ID
  /// The screens on the stack, the lowest first; never empty.
  var stack: [ScreenID]
  /// The sheets, the lowest first.
  var sheets: [ScreenID] = []
  /// The step that the page of the topmost screen shows; `nil` if its steps are not recorded.
  var step: PageStep?

  /// The topmost screen.
  var top: ScreenID? { sheets.last ?? stack.last }

  var screens: [ScreenID] { stack + sheets }
}
