import Foundation

/// The state of a screen with several pages: the scroll position, the requested page, and the bars.
final class Pager {
  /// A bar of the pages, with its items.
  struct PagerBar {
    let edge: Pages.Edge
    let bar: any Bar
    let list = ItemList()
  }

  /// A change of the scroll position, as it is reported to the observers of the shell.
  struct Change: Equatable {
    /// The index of the page to which the pager begins to turn; `nil` if no turn begins.
    var beginning: Int?
    /// The index of the page at which the scrolling has ended; `nil` if it has not ended, or has ended at the same page
    /// as before.
    var end: Int?
    var direction = BarUpdateDirection.none
  }

  let bars: [PagerBar]
  private(set) var pages: [Page]
  private(set) var screens: [ScreenID]
  /// The scroll position in pages; 1.5 is half way from the second page to the third.
  private(set) var position: CGFloat = 0
  /// The index of the page at which the scrolling last ended.
  private var restingPage = 0
  /// The index of the page to which the pager turns, as last reported to the observers; `nil` while it does not turn.
  private var announcedPage: Int?
  /// The index of the page that was requested last, by Swift or by the user.
  private(set) var target = 0
  /// The number of Swift's requests to scroll so far. Each report of the browser contains the number of the last
  /// request that the browser has received.
  private(set) var turn = 0
  /// The number of the last request that the browser performs without animation, because pages were inserted or
  /// removed.
  private(set) var jump = 0

  init(_ pages: Pages, screens: [ScreenID]) {
    self.pages = pages.pages
    self.screens = screens
    bars = pages.bars.map { PagerBar(edge: $0.edge, bar: $0.make()) }
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

  /// The screens whose pages are loaded: the visible ones, those beside them, and the requested one.
  var near: [ScreenID] {
    screens.indices.filter { abs(CGFloat($0) - position) < 1.5 || $0 == target }.map { screens[$0] }
  }

  /// Stores a scroll position that the browser reports. Ignores positions out of range.
  ///
  /// When the scrolling has ended, the page at the position becomes the target. If the browser has not yet received the
  /// last request, the target does not change, because the browser will scroll to it.
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
    // The destination is the requested page, or without a request the next page in the direction of the scrolling.
    let side = Int(position > CGFloat(restingPage) ? position.rounded(.up) : position.rounded(.down))
    let next = min(max(target == restingPage ? side : target, 0), screens.count - 1)
    if next != restingPage, next != announcedPage {
      announcedPage = next
      change.beginning = next
    }
    return change
  }

  /// Requests that the browser scrolls to a page. Ignores indices out of range.
  func go(to index: Int) {
    guard screens.indices.contains(index) else { return }
    target = index
    turn += 1
  }

  /// Replaces the pages. A new page with the id of a previous page gets that page's screen. If the current page is
  /// kept, it stays the current page.
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
