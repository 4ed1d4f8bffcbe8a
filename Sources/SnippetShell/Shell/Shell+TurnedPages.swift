import Foundation
import Logging

/// Screens with several pages, and the bars of these screens.
extension Shell {
  /// Scrolls a screen with several pages to the page at an index. Does nothing if the screen has no page at that index.
  /// - Parameter id: the screen; `nil` for the topmost one.
  public func showPage(_ index: Int, of id: ScreenID? = nil) {
    guard let id = id ?? history?.place.top else { return }
    pagers[id]?.go(to: index)
    setNeedsUpdate()
  }

  /// Stores the scroll position that the browser reports for a screen with several pages.
  func moved(_ id: ScreenID, to position: Double, isAtRest: Bool, turn: Int) {
    guard let pager = pagers[id] else { return }
    let change = pager.moved(to: position, isAtRest: isAtRest, turn: turn)
    if let index = change.beginning { tell([.pageWillTurn(id, index: index, direction: change.direction)]) }
    if change.direction != .none {
      tell([.pageTurning(id, position: pager.position, direction: change.direction)])
    }
    visibilityChanged(.page)
    if let index = change.end { tell([.pageTurned(id, index: index)]) }
    setNeedsUpdate()
  }

  /// Changes the pages of a screen with several pages: properties that the bars show, such as a badge, or the list of
  /// pages itself.
  ///
  /// A page that keeps its ID also keeps its web view. If the current page is not removed, it remains the current page.
  /// Does nothing if `change` removes all pages, or adds a page that contains other pages.
  /// - Parameter id: the screen; `nil` for the topmost one.
  public func updatePages(of id: ScreenID? = nil, _ change: (inout [Page]) -> Void) {
    guard let id = id ?? history?.place.top, let owner = screens[id], let pager = pagers[id] else { return }
    var pages = pager.pages
    change(&pages)
    if let problem = Pages(pages).problem {
      return logger.warning(
        "the pages of a screen were not changed", metadata: ["screen": "\(id)", "reason": "\(problem)"])
    }
    for screen in pager.replacePages(by: pages, makeScreen: { addPart($0, of: owner) }) {
      letGo(screen)
      screens[screen] = nil
    }
    visibilityChanged(.page)
    setNeedsUpdate()
  }

  /// Returns the node for the bar at ``Pages/Edge/custom(name:)``, to show in one of the program's own views, or `nil`
  /// if the screen has no such bar. Show the node in only one place.
  /// - Parameter id: the screen; `nil` for the top screen of the stack.
  public func pagesBar(_ name: String, of id: ScreenID? = nil) -> Node? {
    barNodes(of: id, at: .custom(name: name)).first
  }

  /// The bars that the pages on top of the stack show in the navigation bar.
  var navigationBars: [Node] { barNodes(of: nil, at: .navigationItem) }

  private func barNodes(of id: ScreenID?, at edge: Pages.Edge) -> [Node] {
    guard let id = id ?? history?.place.stack.last, let pager = pagers[id] else { return [] }
    return pager.bars.enumerated().filter { $0.element.edge == edge }.map { index, bar in
      node(of: bar.bar, named: index == 0 ? "\(id)" : "\(id).\(index)")
    }
  }

  func pages(of id: ScreenID, _ pager: Pager) -> Node {
    let current = pager.current
    let pages = pager.screens.map { part in
      Node.list("div", "page", content(of: part)).key("\(part)").inert(part != current).role("tabpanel")
    }
    let strip = Node.list("div", "pager", pages).key("pager").with {
      $0.attributes["data-pager"] = "\(id)"
      // Makes the strip focusable, so that the arrow keys, Page Up and Page Down turn the pages.
      $0.attributes["tabindex"] = "0"
      $0.attributes["data-page"] = "\(pager.target)"
      $0.attributes["data-turn"] = "\(pager.turn)"
      $0.attributes["data-jump"] = "\(pager.jump)"
    }
    let steps = [step(-1, of: id, pager), step(1, of: id, pager)]
    let middle = Node.list("div", "pages-body", [strip] + steps).key("body")
    let above = barNodes(of: id, at: .top).map { $0.class("top") }
    let below = barNodes(of: id, at: .bottom).map { $0.class("bottom") }
    return Node.list("div", "pages", above + [middle] + below).key("pages")
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
