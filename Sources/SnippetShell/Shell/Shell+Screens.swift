import DSBridge
import Foundation
import Logging

/// Functions that show and remove screens. Each of them adds an entry to the history, changes the current entry, or
/// goes to another one.
extension Shell {
  /// The maximum number of screens of a tab, including its sheets.
  package static let longestStack = 100

  /// Shows a new screen on top of the selected tab's stack, or on top of its sheets if there are any.
  /// - Returns: the new screen's identifier; `nil` if the tab has 100 screens already, or before there are tabs.
  @discardableResult
  public func push(_ content: Screen.Content) -> ScreenID? {
    guard var place = history?.place else { return nil }
    guard place.screens.count < Self.longestStack else {
      logger.warning(
        "a screen was not pushed: its stack has the maximum number of screens", metadata: ["tab": "\(place.tab)"])
      return nil
    }
    let sheet = place.sheets.last.map { screens[$0]?.detent ?? .large }
    let id = add(Screen(content, in: place.tab, detent: sheet))
    if sheet == nil { place.stack.append(id) } else { place.sheets.append(id) }
    go(to: place, .push)
    return id
  }

  /// Removes the top sheet, or the top screen if there are no sheets. Does nothing if only one screen is left.
  public func pop() {
    guard var place = history?.place else { return }
    if place.sheets.popLast() == nil {
      guard place.stack.count > 1 else { return }
      place.stack.removeLast()
    }
    goBack(to: place, .pop)
  }

  /// Removes a sheet after the button that closes it was pressed. Does nothing if the sheet is no longer the top one,
  /// for example at the second click of a double click.
  func close(_ sheet: ScreenID) {
    if history?.place.sheets.last == sheet { pop() }
  }

  /// Removes a sheet after the Escape key or a click beside it, like ``close(_:)``, if the sheet allows that.
  func dismissByGesture(_ sheet: ScreenID) {
    if screens[sheet]?.isDismissable != false { close(sheet) }
  }

  /// Removes a sheet after the Escape key was pressed in its page. Does nothing if the sheet is covered.
  /// - Parameter id: the screen, or the shared page that the sheet shows.
  func escaped(from id: ScreenID) {
    guard dialogs.isEmpty, let top = history?.place.sheets.last else { return }
    if top == id || screens[top]?.sharedPage == id { dismissByGesture(top) }
  }

  /// Removes all sheets and all screens of the selected tab except for the lowest one.
  public func popToRoot() {
    guard var place = history?.place, place.stack.count > 1 || !place.sheets.isEmpty else { return }
    place.stack = [place.stack[0]]
    place.sheets = []
    goBack(to: place, .pop)
  }

  /// Replaces the top screen, or the top sheet, by a new one.
  /// - Returns: the new screen's identifier; `nil` before there are tabs.
  @discardableResult
  public func replace(_ content: Screen.Content) -> ScreenID? {
    guard var place = history?.place, let top = place.top else { return nil }
    let id = add(Screen(content, in: place.tab, detent: screens[top]?.detent))
    if place.sheets.isEmpty {
      place.stack[place.stack.count - 1] = id
    } else {
      place.sheets[place.sheets.count - 1] = id
    }
    history?.replace(with: withStep(place))
    settle(.replace)
    return id
  }

  /// Shows a new screen as a sheet above all others.
  /// - Returns: the new screen's identifier; `nil` before there are tabs.
  @discardableResult
  public func present(_ content: Screen.Content, detent: Screen.Detent = .large) -> ScreenID? {
    guard var place = history?.place else { return nil }
    let id = add(Screen(content, in: place.tab, detent: detent))
    place.sheets.append(id)
    go(to: place, .present)
    return id
  }

  /// Removes all sheets.
  public func dismiss() {
    guard var place = history?.place, !place.sheets.isEmpty else { return }
    place.sheets = []
    goBack(to: place, .dismiss)
  }

  /// Shows a tab with its last stack. If the tab is selected already, returns to its lowest screen.
  public func select(_ tab: Tab.ID) {
    guard let place = history?.place, tabs.contains(where: { $0.id == tab }) else { return }
    if place.tab == tab { return popToRoot() }
    guard let stack = stack(of: tab) else { return }
    go(to: Place(tab: tab, stack: stack), .tab)
  }

  /// Goes back by one entry of the history, as the browser's Back button does.
  public func goBack() { step(by: -1) }

  /// Goes forward by one entry of the history, as the browser's Forward button does.
  public func goForward() { step(by: 1) }

  /// Whether there is an entry to go back to.
  public var canGoBack: Bool { history?.canGoBack ?? false }

  /// Whether there is an entry to go forward to.
  public var canGoForward: Bool { history?.canGoForward ?? false }

  /// Reloads the page of a screen.
  /// - Parameter id: the screen; `nil` for the topmost one.
  public func reload(_ id: ScreenID? = nil) {
    guard let id = id ?? topScreen?.id, let screen = screens[id] else { return }
    // The page of a snippet is prepared again, because its iframe would only load the prepared page again.
    if screen.hasFailed || screen.sharedPage != nil || screen.preparation != nil { return loadAnew(id) }
    screen.webView?.reload()
  }

  /// Stops loading the page of the topmost screen. If no document has connected yet, removes the iframe and shows an
  /// error.
  public func stop() {
    if let receiver = (topScreen?.id).flatMap({ sharedPage(of: $0) }) { return receiver(.stop, self) }
    guard let screen = topScreen, let webView = screen.webView else { return }
    if webView.client != nil { return webView.navigator.stop() }
    // No document is connected that could stop the loading, so the iframe is removed.
    letGo(screen.id)
    update(screen.id) { $0.loadingState = .failed(ShellError("The page was stopped before it loaded.")) }
  }

  // MARK: Steps in the history

  private func step(by count: Int) {
    guard history?.step(by: count) == true else { return }
    settle(count < 0 ? .back : .forward)
  }

  private func go(to place: Place, _ reason: ShellEvent.Reason) {
    history?.push(withStep(place), key: newKey())
    settle(reason)
  }

  private func goBack(to place: Place, _ reason: ShellEvent.Reason) {
    history?.goBack(to: withStep(place))
    settle(reason)
  }

  func newKey() -> String { String(WebView.randomID().prefix(12)) }

  /// Shows the history entry to which the browser has moved: by the Back or Forward button, or because the shell
  /// requested it.
  func moved(toKey key: String) {
    historySync.browserMoved(toKey: key)
    let index = history?.index ?? 0
    guard history?.move(toKey: key) == true, let history else {
      return logger.debug(
        "the browser shows a history entry that the shell does not know", metadata: ["key": "\(key.prefix(40))"])
    }
    settle(history.index < index ? .back : .forward)
  }

  /// Updates the stacks after the current entry has changed. Removes the screens that no history entry and no stack
  /// contains.
  func settle(_ reason: ShellEvent.Reason, isAnimated: Bool = true) {
    self.isAnimated = isAnimated
    followStep()
    visibilityChanged(reason)
    guard let history else { return }
    stacks[history.place.tab] = history.place.stack
    let shown = history.screens.union(stacks.values.joined())
    for id in order where !shown.contains(id) { drop(id) }
    setNeedsUpdate()
  }

  @discardableResult
  func add(_ screen: Screen) -> ScreenID {
    screens[screen.id] = located(screen)
    order.append(screen.id)
    if case .pages(let pages) = screen.content, pages.problem == nil {
      pagers[screen.id] = Pager(pages, screens: pages.pages.map { addPart($0, of: screen) })
    }
    return screen.id
  }

  /// Adds a page of a pager: a screen that is not on a stack.
  func addPart(_ page: Page, of pager: Screen) -> ScreenID {
    let screen = Screen(page.content, in: pager.tab, placeholder: page.title, inheriting: pager.bindings)
    screens[screen.id] = located(screen)
    return screen.id
  }

  /// Returns the screen with its URL resolved, or marked as failed if there is no URL for its content.
  func located(_ screen: Screen) -> Screen {
    var screen = screen
    do {
      screen.url = try module?.address(of: screen.content, seenFrom: origin)
    } catch {
      let isElsewhere = if case .url = screen.content { isBrowser } else { false }
      // A page of another server has no URL yet. Its proxied site is added later, when the screen is shown.
      if !isElsewhere { screen.loadingState = .failed(error) }
    }
    return screen
  }

  private func drop(_ id: ScreenID) {
    for part in pagers.removeValue(forKey: id)?.screens ?? [] {
      letGo(part)
      screens[part] = nil
    }
    letGo(id)
    screens[id] = nil
    order.removeAll { $0 == id }
  }

  /// Returns the stack of a tab. Creates the stack, with the tab's first screen, if the tab has not been shown yet.
  func stack(of id: Tab.ID) -> [ScreenID]? {
    if let stack = stacks[id] { return stack }
    guard let tab = tabs.first(where: { $0.id == id }) else { return nil }
    let stack = [add(Screen(tab.content, in: id, placeholder: tab.title))]
    stacks[id] = stack
    return stack
  }

  /// Removes all screens and the history after the last tab was removed.
  private func becomeEmpty() {
    (history, stacks) = (nil, [:])
    visibilityChanged(.removal)
    for id in order { drop(id) }
    // If tabs are added later, the shell begins with the first of them, not with the saved state or the address.
    greeting?.saved = nil
    greeting?.fragment = ""
    logger.notice("all tabs of a shell were removed: the shell is empty")
    setNeedsUpdate()
  }

  /// Removes tabs that have the identifier of an earlier tab.
  private func dropDuplicateTabs() {
    var seen: Set<Tab.ID> = []
    let duplicates = Set(tabs.map(\.id).filter { !seen.insert($0).inserted })
    logger.warning(
      "several tabs of a shell have the same id and only the first is shown: give each tab its own id",
      metadata: ["ids": "\(duplicates.sorted())"])
    seen = []
    tabs = tabs.filter { seen.insert($0.id).inserted }
  }

  func tabsChanged() {
    guard !isEnded else { return }
    let known = Set(tabs.map(\.id))
    if known.count < tabs.count { return dropDuplicateTabs() }
    for screen in screens.values { bindPage(of: screen) }
    guard history != nil else {
      if isShown, following == nil { tabsCame() }
      return
    }
    guard !tabs.isEmpty else { return becomeEmpty() }
    let lost = stacks.filter { !known.contains($0.key) }
    if !lost.isEmpty {
      for id in lost.keys { stacks[id] = nil }
      let present = tabs.first.flatMap { stack(of: $0.id) }
      history?.remove(Set(lost.values.joined())) { stacks[$0]?.first }
      if let place = history?.place, !known.contains(place.tab), let tab = tabs.first, let present {
        history?.replace(with: Place(tab: tab.id, stack: present))
      }
      settle(.removal)
    }
    setNeedsUpdate()
  }
}
