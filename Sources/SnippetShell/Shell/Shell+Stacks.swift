/// Functions for a navigator of `SnippetVisits`, which controls the stack and the sheets of a tab.
extension Shell {
  /// Adds a screen that is not on a stack yet. The next change to the stacks removes the screen, unless that change
  /// puts the screen on a stack.
  /// - Parameters:
  ///   - isDismissable: whether the user can close the sheet with Escape or by clicking beside it.
  ///   - allowsReload: whether the toolbar's Reload button can reload the screen.
  ///   - closeTitle: the text of the button that closes the sheet.
  ///   - errorView: returns the nodes to show instead of a page that cannot be shown; `nil` for the tab's error view.
  package func addScreen(
    _ content: Screen.Content, id: ScreenID, detent: Screen.Detent? = nil, isDismissable: Bool = true,
    allowsReload: Bool = true, closeTitle: String = "Close",
    errorView: (@Sendable (any Error, @escaping @Sendable () async -> Void) -> Node)? = nil
  ) {
    var bindings = Bindings()
    bindings.error = errorView
    var screen = Screen(content, in: history?.place.tab, id: id, detent: detent, inheriting: bindings)
    screen.isDismissable = isDismissable
    screen.allowsReload = allowsReload
    screen.closeTitle = closeTitle
    add(screen)
  }

  /// Returns the screen with an identifier, or `nil` if the screen was removed.
  package func screen(withID id: ScreenID) -> Screen? { screens[id] }

  /// Returns the screens and sheets of a tab, or `nil` if the tab has not been shown yet.
  package func place(of tab: Tab.ID) -> (stack: [ScreenID], sheets: [ScreenID])? {
    if let place = history?.place, place.tab == tab { return (place.stack, place.sheets) }
    return stacks[tab].map { ($0, []) }
  }

  /// Replaces the screens and sheets of a tab, in a single change to the history. If the tab is not selected, `sheets`
  /// is ignored.
  /// - Parameters:
  ///   - isNewEntry: whether the change adds a history entry. Otherwise, the history goes back to an earlier entry with
  ///     these screens, or the current entry is modified.
  ///   - isAnimated: whether the change is animated.
  ///   - erased: the screens that neither Back nor Forward may show again.
  package func show(
    _ stack: [ScreenID], sheets: [ScreenID], of tab: Tab.ID, isNewEntry: Bool, isAnimated: Bool = true,
    erasing erased: Set<ScreenID>, because reason: ShellEvent.Reason
  ) {
    guard let place = history?.place else { return stacks[tab] = stack }
    if place.tab == tab {
      history?.change(
        to: Place(tab: tab, stack: stack, sheets: sheets), key: isNewEntry ? newKey() : nil, erasing: erased)
    } else {
      stacks[tab] = stack
      history?.remove(erased) { $0 == tab ? stack.first : stacks[$0]?.first }
    }
    settle(reason, isAnimated: isAnimated)
  }
}
