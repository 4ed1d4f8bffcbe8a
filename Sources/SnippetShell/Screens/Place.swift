/// Where a user is in a shell: the tab, the screens on its stack, and the sheets above it.
struct Place: Hashable, Sendable, Codable {
  var tab: Tab.ID
  /// The lowest first; never empty.
  var stack: [ScreenID]
  /// The lowest first.
  var sheets: [ScreenID] = []

  /// The screen that is seen above all others.
  var top: ScreenID? { sheets.last ?? stack.last }

  var screens: [ScreenID] { stack + sheets }
}
