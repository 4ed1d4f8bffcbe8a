/// The places that a user has been to, in one line, as a browser has its history: Back and Forward go along it, and so
/// do the browser's own, because the shell page has one entry for each place. A pure value.
///
/// Another tab, another screen and a sheet are each a place. Which entry is the present one decides what is seen.
struct ShellHistory: Sendable {
  struct Entry: Hashable, Sendable, Codable {
    /// By which the browser's entry is known.
    let key: String
    var place: Place
  }

  /// Browsers keep 50 as well.
  static let limit = 50

  private(set) var entries: [Entry]
  private(set) var index: Int

  init(_ place: Place, key: String) {
    entries = [Entry(key: key, place: place)]
    index = 0
  }

  /// One that was kept elsewhere; nil when it cannot be one.
  init?(_ entries: [Entry], index: Int) {
    guard entries.indices.contains(index), entries.count <= Self.limit, Set(entries.map(\.key)).count == entries.count,
      entries.allSatisfy({
        (1...Shell.longestStack).contains($0.place.stack.count) && $0.place.sheets.count <= Shell.longestStack
      })
    else { return nil }
    (self.entries, self.index) = (entries, index)
  }

  var place: Place { entries[index].place }
  var key: String { entries[index].key }
  var canGoBack: Bool { index > 0 }
  var canGoForward: Bool { index < entries.count - 1 }

  /// All screens that some entry shows.
  var screens: Set<ScreenID> { Set(entries.flatMap(\.place.screens)) }

  /// A new entry. What lay ahead is gone.
  mutating func push(_ place: Place, key: String) {
    entries.removeSubrange((index + 1)...)
    entries.append(Entry(key: key, place: place))
    if entries.count > Self.limit { entries.removeFirst() }
    index = entries.count - 1
  }

  /// The present entry shows another place.
  mutating func replace(with place: Place) {
    entries[index].place = place
  }

  /// Native code wants to see `place`, which lies below the present one. Where the entry for it is near, with nothing
  /// of another tab in between, this is a step back: what was left can be gone forward to. Else the place takes the
  /// present entry.
  mutating func goBack(to place: Place) {
    for earlier in entries[..<index].indices.reversed() {
      guard entries[earlier].place.tab == place.tab else { break }
      if entries[earlier].place == place {
        index = earlier
        return
      }
    }
    replace(with: place)
  }

  /// False when there is no such entry.
  @discardableResult
  mutating func step(by count: Int) -> Bool {
    guard entries.indices.contains(index + count) else { return false }
    index += count
    return true
  }

  /// The browser shows the entry of this key. False when it is not known.
  mutating func move(toKey key: String) -> Bool {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return false }
    self.index = index
    return true
  }

  /// These screens are gone: no entry shows them any more. `root` is what a tab shows that would have none.
  mutating func remove(_ screens: Set<ScreenID>, root: (Tab.ID) -> ScreenID?) {
    guard !screens.isEmpty else { return }
    let present = key
    var kept: [Entry] = []
    for var entry in entries {
      entry.place.stack.removeAll(where: screens.contains)
      entry.place.sheets.removeAll(where: screens.contains)
      if entry.place.stack.isEmpty {
        guard let root = root(entry.place.tab) else { continue }
        entry.place.stack = [root]
      }
      if kept.last?.place == entry.place {
        // Two entries for one place would be a step that does nothing. The present one stays.
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
