import DSBridge
import Logging

/// The tab bar and the bars of ``Pages``. The shell's page identifies each bar by a name.
extension Shell {
  private static let tabs = "tabs"

  /// Returns the nodes of the tab bar in its current state.
  public func tabBarNode() -> Node {
    tabItems.show(tabs.map { ItemList.Entry(title: $0.title, icon: $0.icon, badge: $0.badge) }, in: tabBar)
    if let selected = history?.place.tab, let index = tabs.firstIndex(where: { $0.id == selected }) {
      tabBar.update(
        for: CGFloat(index), capacity: tabs.count, direction: .none, animation: BarAnimation(isEnabled: true))
    }
    tabBar.accessibilityLabel = "Main"
    return node(of: tabBar, named: Self.tabs).class("bottom").hidden(
      tabs.count < 2 || hidesTabBarWhenPushed && stack.count > 1)
  }

  func node(of bar: any Bar, named name: String) -> Node {
    let node = bar.node(named: name) { [weak self] event in await self?.pressed(event, in: name) }
    // The bar is drawn often, so each problem is logged only once.
    let problems = Set(bar.layoutProblems)
    for problem in problems.subtracting(barProblems[name] ?? []).sorted() {
      logger.warning("the layout of a bar has a problem", metadata: ["bar": "\(name)", "problem": "\(problem)"])
    }
    barProblems[name] = problems.isEmpty ? nil : problems
    return node
  }

  func bar(named name: String) -> (any Bar)? {
    if name == Self.tabs { return tabBar }
    // The name consists of a screen's identifier and, except for the screen's first bar, a dot and the bar's index.
    let parts = name.split(separator: ".", maxSplits: 1)
    guard let first = parts.first, let pager = pagers[ScreenID(name: String(first))] else { return nil }
    let index = parts.count > 1 ? Int(parts[1]) ?? -1 : 0
    return pager.bars.indices.contains(index) ? pager.bars[index].bar : nil
  }

  private func pressed(_ event: ControlEvent, in name: String) {
    bar(named: name)?.receive(event)
    followBars()
  }

  /// Applies the selections that the user has made in bars.
  func followBars() {
    if let index = tabItems.takeRequest(), tabs.indices.contains(index) { select(tabs[index].id) }
    for pager in pagers.values {
      for bar in pager.bars { if let index = bar.list.takeRequest() { pager.go(to: index) } }
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
}
