import Foundation

/// The state of a screen with several pages: the scroll position, the requested page, and the bars.
final class Pager {
  /// A change in the scroll position, as reported to the shell's observers.
  struct Change: Equatable {
    /// The index of the page that the pager starts to turn to; `nil` if no turn starts.
    var beginning: Int?
    /// The index of the page at which the scrolling has ended; `nil` while scrolling continues, or if the page is the
    /// same as before.
    var end: Int?
    var direction = BarUpdateDirection.none
  }

  /// The bars for the pages, with their items.
  let bars: [(edge: Pages.Edge, bar: any Bar, list: ItemList)]
  private(set) var pages: [Page]
  private(set) var screens: [ScreenID]
  /// The scroll position in pages; 1.5 is halfway between the second and third pages.
  private(set) var position: CGFloat = 0
  /// The index of the page at which the scrolling last ended.
  private var restingPage = 0
  /// The index of the page that the pager is turning to, as last reported to the observers; `nil` while the pager is
  /// not turning.
  private var announcedPage: Int?
  /// The index of the page that was requested last, by Swift or by the user.
  private(set) var target = 0
  /// The number of scroll requests that Swift has made so far. Each position report from the browser contains the
  /// number of the last request that the browser has received.
  private(set) var turn = 0
  /// The number of the last scroll request that the browser must perform without animation, because pages were inserted
  /// or removed.
  private(set) var jump = 0

  init(_ pages: Pages, screens: [ScreenID]) {
    self.pages = pages.pages
    self.screens = screens
    bars = pages.bars.map { ($0.edge, $0.make(), ItemList()) }
    showItems()
    moveBars(.none, isAnimated: false)
  }

  private func showItems() {
    let entries = pages.map { ItemList.Entry(title: $0.title, icon: $0.icon, badge: $0.badge) }
    for bar in bars { bar.list.show(entries, in: bar.bar) }
  }

  private func moveBars(_ direction: BarUpdateDirection, isAnimated: Bool) {
    for bar in bars {
      bar.bar.update(
        for: position, capacity: max(screens.count, 1), direction: direction,
        animation: BarAnimation(isEnabled: isAnimated))
    }
  }

  var current: ScreenID? { screens.isEmpty ? nil : screens[min(max(Int(position.rounded()), 0), screens.count - 1)] }

  /// The screens whose pages should be loaded: the visible screens, their neighbors, and the requested screen.
  var near: [ScreenID] {
    screens.indices.filter { abs(CGFloat($0) - position) < 1.5 || $0 == target }.map { screens[$0] }
  }

  /// Stores a scroll position that the browser has reported. Ignores out-of-range positions.
  ///
  /// When the scrolling has ended, the page at the position becomes the target. If the browser has not yet received the
  /// last scroll request, the target does not change, because the browser will still scroll to the target.
  func moved(to position: Double, isAtRest: Bool, turn: Int) -> Change {
    guard position.isFinite, (-1...Double(screens.count)).contains(position), !screens.isEmpty else { return Change() }
    var change = Change()
    change.direction = position > self.position ? .forward : position < self.position ? .reverse : .none
    self.position = position
    if isAtRest, turn == self.turn { target = Int(position.rounded()) }
    moveBars(change.direction, isAnimated: isAtRest)
    if isAtRest {
      let page = min(max(Int(position.rounded()), 0), screens.count - 1)
      announcedPage = nil
      if page != restingPage { change.end = page }
      restingPage = page
      return change
    }
    // The destination is the requested page. Without a request, the destination is the next page in the scrolling
    // direction.
    let side = Int(position > CGFloat(restingPage) ? position.rounded(.up) : position.rounded(.down))
    let next = min(max(target == restingPage ? side : target, 0), screens.count - 1)
    if next != restingPage, next != announcedPage {
      announcedPage = next
      change.beginning = next
    }
    return change
  }

  /// Requests that the browser scroll to a page. Ignores out-of-range indices.
  func go(to index: Int) {
    guard screens.indices.contains(index) else { return }
    target = index
    turn += 1
  }

  /// Replaces the pages. A new page with the ID of a previous page takes over that page's screen. If the new pages
  /// include the current page, it remains the current page.
  /// - Parameter makeScreen: creates the screen of a new page.
  /// - Returns: the screens of removed pages.
  func replacePages(by new: [Page], makeScreen: (Page) -> ScreenID) -> [ScreenID] {
    var old = Array(zip(pages.map(\.id), screens))
    let shown = screens.indices.contains(target) ? screens[target] : nil
    let screensBefore = screens
    screens = new.map { page in
      guard let index = old.firstIndex(where: { $0.0 == page.id }) else { return makeScreen(page) }
      return old.remove(at: index).1
    }
    pages = new
    showItems()
    guard screens != screensBefore else { return [] }
    target = shown.flatMap { screens.firstIndex(of: $0) } ?? min(target, screens.count - 1)
    position = CGFloat(target)
    restingPage = target
    announcedPage = nil
    turn += 1
    jump = turn
    moveBars(.none, isAnimated: false)
    return old.map(\.1)
  }
}
