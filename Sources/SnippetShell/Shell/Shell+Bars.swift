import DSBridge
import Logging

/// The bar of the tabs and the bars of ``Pages``. The page identifies each bar by a name.
extension Shell {
  private static let tabs = "tabs"

  /// Returns the nodes of the tab bar in its present state.
  public func tabBarNode() -> Node {
    tabItems.show(tabs.map { ItemList.Entry(title: $0.title, icon: $0.icon, badge: $0.badge) }, in: tabBar)
    if let selected = history?.place.tab, let index = tabs.firstIndex(where: { $0.id == selected }) {
      tabBar.update(
        for: CGFloat(index), capacity: tabs.count, direction: .none, animation: BarAnimation(isEnabled: true))
    }
    tabBar.accessibilityLabel = "Main"
    return node(of: tabBar, named: Self.tabs).class("bottom").hidden(tabs.count < 2)
  }

  private func node(of bar: any Bar, named name: String) -> Node {
    let node = bar.node(named: name) { [weak self] event in await self?.pressed(event, in: name) }
    // The bar is drawn often. Each problem is logged once.
    let problems = Set(bar.layoutProblems)
    for problem in problems.subtracting(barProblems[name] ?? []).sorted() {
      logger.warning("the layout of a bar has a problem", metadata: ["bar": "\(name)", "problem": "\(problem)"])
    }
    barProblems[name] = problems.isEmpty ? nil : problems
    return node
  }

  func bar(named name: String) -> (any Bar)? {
    name == Self.tabs ? tabBar : pagers[ScreenID(name: name)]?.bar
  }

  private func pressed(_ event: ControlEvent, in name: String) {
    bar(named: name)?.receive(event)
    followBars()
  }

  /// Carries out the selections that users have made in bars.
  func followBars() {
    if let index = tabItems.takeRequest(), tabs.indices.contains(index) { select(tabs[index].id) }
    for pager in pagers.values {
      if let index = pager.list.takeRequest() { pager.go(to: index) }
    }
    setNeedsUpdate()
  }

  func measured(_ name: String, _ geometry: BarGeometry) {
    do {
      try bar(named: name)?.measured(geometry)
      setNeedsUpdate()
    } catch {
      logger.debug("the measurement of a bar was rejected", metadata: ["bar": "\(name)", "error": "\(error)"])
    }
  }

  // MARK: Pages

  /// Shows the page at an index of a screen that has several pages. Does nothing if the screen has no page at that
  /// index.
  /// - Parameter id: the screen; `nil` for the topmost one.
  public func showPage(_ index: Int, of id: ScreenID? = nil) {
    guard let id = id ?? history?.place.top else { return }
    pagers[id]?.go(to: index)
    setNeedsUpdate()
  }

  /// Follows the browser to a scroll position of pages.
  func moved(_ id: ScreenID, to position: Double, isAtRest: Bool, turn: Int) {
    guard let pager = pagers[id] else { return }
    let index = pager.moved(to: position, isAtRest: isAtRest, turn: turn)
    visibilityChanged(.page)
    if let index { tell([.pageTurned(id, index: index)]) }
    setNeedsUpdate()
  }

  /// Changes what the bar of a screen with several pages shows, such as a badge. Does nothing if `change` adds or
  /// removes pages.
  /// - Parameter id: the screen; `nil` for the topmost one.
  public func updatePages(of id: ScreenID? = nil, _ change: (inout [Page]) -> Void) {
    guard let id = id ?? history?.place.top, let pager = pagers[id] else { return }
    var pages = pager.pages.pages
    change(&pages)
    // The number of pages is fixed, because their iframes are side by side.
    guard pages.count == pager.screens.count else { return }
    pager.pages.pages = pages
    pager.showItems()
    setNeedsUpdate()
  }

  func pages(of id: ScreenID, _ pager: Pager) -> Node {
    let bar = node(of: pager.bar, named: "\(id)").class(pager.pages.edge == .top ? "top" : "bottom")
    let current = pager.current
    let pages = pager.screens.map { part in
      Node.list("div", "page", content(of: part)).key("\(part)").inert(part != current).role("tabpanel")
    }
    let strip = Node.list("div", "pager", pages).key("pager").with {
      $0.attributes["data-pager"] = "\(id)"
      // Makes the strip focusable, so that arrow keys and Page Up and Page Down turn the pages.
      $0.attributes["tabindex"] = "0"
      $0.attributes["data-page"] = "\(pager.target)"
      $0.attributes["data-turn"] = "\(pager.turn)"
    }
    let steps = [step(-1, of: id, pager), step(1, of: id, pager)]
    let middle = Node.list("div", "pages-body", [strip] + steps).key("body")
    return Node.list("div", "pages", pager.pages.edge == .top ? [bar, middle] : [middle, bar]).key("pages")
  }

  /// Returns a button that turns to the previous or next page, for users without a touch screen or trackpad.
  private func step(_ step: Int, of id: ScreenID, _ pager: Pager) -> Node {
    let index = pager.target + step
    let button = Node.button(step < 0 ? .back : .forward, label: step < 0 ? "Previous page" : "Next page") {
      [weak self] _ in
      await self?.showPage(index, of: id)
    }
    return button.class("page-step", step < 0 ? "previous" : "next").hidden(!pager.screens.indices.contains(index)).key(
      "\(step)")
  }
}
