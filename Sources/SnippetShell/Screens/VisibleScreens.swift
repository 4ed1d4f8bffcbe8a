/// The screens of a shell that the user sees. A value type without side effects.
struct VisibleScreens: Equatable, Sendable {
  var tab: Tab.ID?
  /// The sheets from bottom to top, including covered sheets.
  var sheets: [ScreenID] = []
  /// The visible screens from bottom to top. If a screen has several pages, this list contains the screen of its
  /// current page instead.
  var screens: [ScreenID] = []

  init() {}

  /// Determines the visible screens at a place, which is a tab with its stack and sheets.
  /// - Parameters:
  ///   - detent: returns the height of a sheet.
  ///   - page: returns the current page's screen for a screen with several pages, otherwise the screen itself.
  init(of place: Place, detent: (ScreenID) -> Screen.Detent?, page: (ScreenID) -> ScreenID) {
    tab = place.tab
    sheets = place.sheets
    var highest: Screen.Detent?
    for sheet in place.sheets.reversed() {
      let height = detent(sheet) ?? .large
      guard highest.map({ $0 < height }) ?? true else { continue }
      screens.insert(page(sheet), at: 0)
      highest = height
    }
    if highest != .full, let top = place.stack.last { screens.insert(page(top), at: 0) }
  }

  /// Returns the events for a change to `next`. The events in `before` are sent before the shell's page is updated, and
  /// the events in `after` are sent afterwards.
  /// - Parameter screen: returns the screen with an identifier.
  func events(
    to next: VisibleScreens, because reason: ShellEvent.Reason, screen: (ScreenID) -> Screen?
  ) -> (before: [ShellEvent], after: [ShellEvent]) {
    let hidden = screens.filter { !next.screens.contains($0) }.compactMap(screen)
    let shown = next.screens.filter { !screens.contains($0) }.compactMap(screen)
    // Replacing a sheet with another sheet is not a dismissal.
    let dismissed = reason == .replace ? [] : sheets.filter { !next.sheets.contains($0) }.compactMap(screen)
    var before = hidden.map { ShellEvent.screenWillDisappear($0, reason) }
    before += shown.map { ShellEvent.screenWillAppear($0, reason) }
    if let tab = next.tab, tab != self.tab { before.append(.tabSelected(tab)) }
    var after = hidden.map { ShellEvent.screenDidDisappear($0, reason) }
    after += shown.map { ShellEvent.screenDidAppear($0, reason) }
    after += dismissed.map { ShellEvent.sheetDismissed($0, reason) }
    return (before, after)
  }
}

extension Screen.Detent: Comparable {
  /// Returns `true` if the height `left` is smaller than `right`.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int { [Self.medium, .large, .full].firstIndex(of: self) ?? 0 }
}
