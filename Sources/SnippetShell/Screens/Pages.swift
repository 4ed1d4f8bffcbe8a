import Foundation

/// Pages that one swipes between, with a bar that follows: Tabman's `TabmanViewController`.
///
///     Tab("Rooms", icon: .map, content: .pages(Pages([
///       Page("Overview", content: .page("/overview.html")),
///       Page("Reviews", badge: "3", content: .page("/reviews.html")),
///     ]) { BarView<HorizontalBarLayout, LabelBarButton, ChevronBarIndicator>() }))
public struct Pages: Sendable {
  /// What they are, in order.
  public var pages: [Page]
  /// Where the bar stands.
  public var edge: Edge
  let makeBar: @Sendable () -> any Bar

  /// A side of the pages.
  public enum Edge: Sendable, Hashable {
    /// Above them.
    case top
    /// Below them.
    case bottom
  }

  /// - Parameter bar: makes the bar; called once, in the shell's isolation.
  public init(
    _ pages: [Page], at edge: Edge = .top, bar: @escaping @Sendable () -> any Bar = { Bar.ButtonBar() }
  ) {
    self.pages = pages
    self.edge = edge
    makeBar = bar
  }
}

/// One of several pages beside each other.
public struct Page: Sendable {
  /// What its button in the bar shows.
  public var title: String
  /// Nil for none.
  public var icon: Icon?
  /// What its badge shows; "" for a dot, nil for no badge.
  public var badge: String?
  /// What it shows.
  public var content: Screen.Content

  /// As given.
  public init(_ title: String, icon: Icon? = nil, badge: String? = nil, content: Screen.Content) {
    self.title = title
    self.icon = icon
    self.badge = badge
    self.content = content
  }
}

/// The pages of one screen, as they are now.
final class Pager {
  let list = ItemList()
  let bar: any Bar
  var pages: Pages
  let screens: [ScreenID]
  /// Where the user is: 1.5 is half way from the second page to the third.
  private(set) var position: CGFloat = 0
  /// The page that was asked for last.
  private(set) var target = 0
  /// How often Swift has asked for one. The browser says which of these it knew of.
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

  /// What is seen, and what is beside it.
  var near: [ScreenID] {
    screens.indices.filter { abs(CGFloat($0) - position) < 1.5 || $0 == target }.map { screens[$0] }
  }

  /// The page has been dragged there. What cannot be is ignored.
  ///
  /// A browser that came to rest before it heard of the last turn is about to go on: where it rests is no wish.
  func moved(to position: Double, isAtRest: Bool, turn: Int) {
    guard position.isFinite, (-1...Double(screens.count)).contains(position), !screens.isEmpty else { return }
    let direction: BarUpdateDirection =
      position > self.position ? .forward : position < self.position ? .reverse : .none
    self.position = position
    if isAtRest, turn == self.turn { target = Int(position.rounded()) }
    bar.update(
      for: position, capacity: screens.count, direction: direction, animation: BarAnimation(isEnabled: isAtRest))
  }

  /// The page is to scroll there.
  func go(to index: Int) {
    guard screens.indices.contains(index) else { return }
    target = index
    turn += 1
  }
}
