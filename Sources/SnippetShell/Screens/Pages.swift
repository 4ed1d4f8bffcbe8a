import Foundation

/// Several pages side by side between which the user swipes, with a bar that follows. Corresponds to Tabman's
/// `TabmanViewController`.
///
///     Tab("Rooms", icon: .map, content: .pages(Pages([
///       Page("Overview", content: .page("/overview.html")),
///       Page("Reviews", badge: "3", content: .page("/reviews.html")),
///     ]) { BarView<HorizontalBarLayout, LabelBarButton, ChevronBarIndicator>() }))
public struct Pages: Sendable {
  /// The pages, in order.
  public var pages: [Page]
  /// The side of the pages on which the bar is.
  public var edge: Edge
  let makeBar: @Sendable () -> any Bar

  /// A side of the pages on which their bar can be.
  public enum Edge: Sendable, Hashable {
    /// The bar is above the pages.
    case top
    /// The bar is below the pages.
    case bottom
  }

  /// Creates pages with a bar.
  /// - Parameter bar: returns the bar. Called once, in the shell's isolation.
  public init(
    _ pages: [Page], at edge: Edge = .top, bar: @escaping @Sendable () -> any Bar = { Bar.ButtonBar() }
  ) {
    self.pages = pages
    self.edge = edge
    makeBar = bar
  }
}

extension Pages {
  /// The reason why the pages cannot be shown; `nil` if they can.
  var problem: ShellError? {
    if pages.isEmpty { return ShellError("Pages must contain at least one page.") }
    let isNested = pages.contains { if case .pages = $0.content { true } else { false } }
    return isNested ? ShellError("Pages cannot contain other Pages.") : nil
  }
}

/// A page of ``Pages``.
public struct Page: Sendable {
  /// The title of the page's button in the bar.
  public var title: String
  /// The icon of the page's button in the bar; `nil` for none.
  public var icon: Icon?
  /// The text of the badge; "" for a dot, `nil` for no badge.
  public var badge: String?
  /// The content of the page.
  public var content: Screen.Content

  /// Creates a page.
  public init(_ title: String, icon: Icon? = nil, badge: String? = nil, content: Screen.Content) {
    self.title = title
    self.icon = icon
    self.badge = badge
    self.content = content
  }
}

/// The present state of the pages of one screen.
final class Pager {
  let list = ItemList()
  let bar: any Bar
  var pages: Pages
  let screens: [ScreenID]
  /// The scroll position in pages; 1.5 is half way from the second page to the third.
  private(set) var position: CGFloat = 0
  /// The index of the page at which the pages were at rest last.
  private var restingPage = 0
  /// The index of the page that was requested last, by Swift or by the user.
  private(set) var target = 0
  /// The number of page turns that Swift has requested so far. The browser's reports contain the last number that it
  /// has received.
  private(set) var turn = 0

  init(_ pages: Pages, screens: [ScreenID]) {
    self.pages = pages
    self.screens = screens
    bar = pages.makeBar()
    showItems()
    bar.update(for: 0, capacity: max(screens.count, 1), direction: .none, animation: BarAnimation(isEnabled: false))
  }

  func showItems() {
    list.show(pages.pages.map { ItemList.Entry(title: $0.title, icon: $0.icon, badge: $0.badge) }, in: bar)
  }

  var current: ScreenID? { screens.isEmpty ? nil : screens[min(max(Int(position.rounded()), 0), screens.count - 1)] }

  /// The pages that load: the visible ones, those beside them, and the requested one.
  var near: [ScreenID] {
    screens.indices.filter { abs(CGFloat($0) - position) < 1.5 || $0 == target }.map { screens[$0] }
  }

  /// Follows the browser to a scroll position. Ignores positions out of range.
  ///
  /// A position at rest becomes the target, unless the browser had not received the last turn yet. It then continues to
  /// scroll.
  /// - Returns: the index of the page at which the pages have come to rest, if it is another one than before.
  func moved(to position: Double, isAtRest: Bool, turn: Int) -> Int? {
    guard position.isFinite, (-1...Double(screens.count)).contains(position), !screens.isEmpty else { return nil }
    let direction: BarUpdateDirection =
      position > self.position ? .forward : position < self.position ? .reverse : .none
    self.position = position
    if isAtRest, turn == self.turn { target = Int(position.rounded()) }
    bar.update(
      for: position, capacity: screens.count, direction: direction, animation: BarAnimation(isEnabled: isAtRest))
    let page = min(max(Int(position.rounded()), 0), screens.count - 1)
    guard isAtRest, page != restingPage else { return nil }
    restingPage = page
    return page
  }

  /// Requests that the browser scrolls to a page. Ignores indices out of range.
  func go(to index: Int) {
    guard screens.indices.contains(index) else { return }
    target = index
    turn += 1
  }
}
