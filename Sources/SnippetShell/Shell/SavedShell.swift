/// The state from which a restarted server rebuilds a shell. The shell's page stores this state.
struct SavedShell: Codable, Equatable, Sendable {
  struct Page: Codable, Equatable, Sendable {
    var address: String
    var title: String
    var scroll: [Int]?
    var detent: Screen.Detent?
  }

  var entries: [ShellHistory.Entry]
  var index: Int
  /// The saved pages of the screens that have an address, keyed by screen identifier. A screen without an address has
  /// no saved page, so it can be restored only if it is the root of a tab.
  var pages: [String: Page]
  /// The identifier of the lowest screen of each tab.
  var roots: [Tab.ID: String]
}

extension SavedShell {
  /// The maximum size of the state as JSON, in bytes. The page's hello message contains this JSON, and the size limit
  /// for messages from the page is 256 kB.
  static let limit = 128 << 10

  /// Returns the most important part of the state that fits into `limit` bytes of JSON.
  ///
  /// The current place in the history has the highest priority, followed by later places, then earlier places. Nearer
  /// places have priority over more distant ones. If the current place is too large, its lowest screens are omitted,
  /// except for the root.
  func shortened(to limit: Int = SavedShell.limit) -> SavedShell {
    guard entries.indices.contains(index) else { return self }
    var room = limit - 64 - roots.reduce(0) { $0 + Self.size(of: $1.key) + Self.size(of: $1.value) }
    var known: Set<ScreenID> = []
    var kept = entries[index]
    let present = takeScreens(of: &kept.place, known: &known, room: &room)
    // If screens of the current place were omitted, there is no room for other places.
    let later = entries[(index + 1)...].prefix { present && take($0, known: &known, room: &room) }
    let earlier = entries[..<index].reversed().prefix { present && take($0, known: &known, room: &room) }
    guard !present || earlier.count + 1 + later.count < entries.count else { return self }
    var result = self
    result.entries = earlier.reversed() + [kept] + later
    result.index = earlier.count
    let names = Set(known.map { "\($0)" })
    result.pages = pages.filter { names.contains($0.key) }
    return result
  }

  /// Subtracts the size of an entry from `room`. Returns `false` and changes nothing if the entry does not fit.
  private func take(_ entry: ShellHistory.Entry, known: inout Set<ScreenID>, room: inout Int) -> Bool {
    let screens = entry.place.screens
    let cost =
      overhead(of: entry.place) + screens.reduce(0) { $0 + Self.size(of: "\($1)") }
      + Set(screens).subtracting(known).reduce(0) { $0 + pageSize(of: $1) }
    guard cost <= room else { return false }
    room -= cost
    known.formUnion(screens)
    return true
  }

  /// Removes from a place the screens that do not fit into `room`. Returns `true` if all screens fit.
  private func takeScreens(of place: inout Place, known: inout Set<ScreenID>, room: inout Int) -> Bool {
    let all = place
    room -= overhead(of: place)
    func fits(_ id: ScreenID) -> Bool {
      let cost = Self.size(of: "\(id)") + pageSize(of: id)
      guard cost <= room else { return false }
      room -= cost
      known.insert(id)
      return true
    }
    let root = place.stack.prefix(1).filter(fits)
    place.sheets = Array(place.sheets.reversed().prefix(while: fits).reversed())
    place.stack = root + Array(place.stack.dropFirst().reversed().prefix(while: fits).reversed())
    if place.top != all.top { place.step = nil }
    return place == all
  }

  private func overhead(of place: Place) -> Int {
    120 + Self.size(of: place.tab) + (place.step.map { 40 + Self.size(of: $0.path) } ?? 0)
  }

  private func pageSize(of id: ScreenID) -> Int {
    guard let page = pages["\(id)"] else { return 0 }
    return 120 + Self.size(of: "\(id)") + Self.size(of: page.address) + Self.size(of: page.title)
  }

  /// Returns the size of a string as JSON, in bytes, including its quotes and a comma.
  private static func size(of text: String) -> Int {
    text.utf8.reduce(3) { size, byte in
      size + (byte < 0x20 ? 6 : byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1)
    }
  }
}
