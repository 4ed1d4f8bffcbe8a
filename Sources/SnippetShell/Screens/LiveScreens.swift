/// The screens whose pages are loaded, the most recently visible one last.
struct LiveScreens {
  private var ids: [ScreenID] = []

  /// Records that a screen is visible, or that its page was loaded.
  mutating func use(_ id: ScreenID) {
    ids.removeAll { $0 == id }
    ids.append(id)
  }

  mutating func remove(_ id: ScreenID) { ids.removeAll { $0 == id } }

  /// Returns the screens whose pages must be removed so that at most `limit` pages remain: the screens that were
  /// visible least recently. Visible screens keep their pages.
  func surplus(over limit: Int, visible: [ScreenID]) -> [ScreenID] {
    let excess = ids.count - max(limit, visible.count)
    guard excess > 0 else { return [] }
    return ids.lazy.filter { !visible.contains($0) }.prefix(excess).map(\.self)
  }
}
