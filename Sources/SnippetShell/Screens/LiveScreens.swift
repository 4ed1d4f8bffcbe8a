/// The screens whose pages are loaded. The most recently visible screen is last.
struct LiveScreens {
  private var ids: [ScreenID] = []

  /// Records that a screen is visible, or that its page was loaded.
  mutating func use(_ id: ScreenID) {
    ids.removeAll { $0 == id }
    ids.append(id)
  }

  mutating func remove(_ id: ScreenID) { ids.removeAll { $0 == id } }

  /// Returns the least recently visible screens, whose pages must be removed so that at most `limit` pages remain. The
  /// result never contains visible screens.
  func surplus(over limit: Int, visible: [ScreenID]) -> [ScreenID] {
    let excess = ids.count - max(limit, visible.count)
    guard excess > 0 else { return [] }
    return ids.lazy.filter { !visible.contains($0) }.prefix(excess).map(\.self)
  }
}
