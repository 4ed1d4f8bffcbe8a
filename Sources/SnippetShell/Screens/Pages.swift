import Foundation

/// Several pages side by side that the user can swipe between, with a bar that shows and selects the current page.
/// Corresponds to Tabman's `TabmanViewController`.
///
///     Tab("Rooms", icon: .map, content: .pages(Pages([
///       Page("Overview", content: .page("/overview.html")),
///       Page("Reviews", badge: "3", content: .page("/reviews.html")),
///     ]) { BarView<HorizontalBarLayout, LabelBarButton, ChevronBarIndicator>() }))
public struct Pages: Sendable {
  /// The pages, in order.
  public var pages: [Page]
  private(set) var bars: [(edge: Edge, make: @Sendable () -> any Bar)]
  /// The position of the first bar relative to the pages.
  public var edge: Edge { bars[0].edge }

  /// The position of a bar relative to the pages.
  public enum Edge: Sendable, Hashable {
    /// The bar is above the pages.
    case top
    /// The bar is below the pages.
    case bottom
    /// The bar replaces the title in the ``Toolbar`` while the pages are on top of the stack. Corresponds to Tabman's
    /// `.navigationItem`.
    case navigationItem
    /// The program shows the bar in one of the program's own views, with ``Shell/pagesBar(_:of:)``. Corresponds to
    /// Tabman's `.custom`.
    case custom(name: String)
  }

  /// Creates pages with a bar.
  /// - Parameter bar: returns the bar. Called once, in the shell's isolation.
  public init(
    _ pages: [Page], at edge: Edge = .top, bar: @escaping @Sendable () -> any Bar = { Bar.ButtonBar() }
  ) {
    self.pages = pages
    bars = [(edge, bar)]
  }

  /// Adds another bar. Bars at the same edge appear in the order in which they were added.
  /// - Parameter bar: returns the bar. Called once, in the shell's isolation.
  public mutating func addBar(at edge: Edge, _ bar: @escaping @Sendable () -> any Bar) {
    bars.append((edge, bar))
  }
}

extension Pages {
  /// The reason why the pages cannot be shown; `nil` if the pages are valid.
  var problem: ShellError? {
    if pages.isEmpty { return ShellError("Pages must contain at least one page.") }
    let isNested = pages.contains { if case .pages = $0.content.withoutBindings { true } else { false } }
    return isNested ? ShellError("Pages cannot contain other Pages.") : nil
  }
}

/// A page of ``Pages``.
public struct Page: Sendable, Identifiable {
  /// The identifier of the page within its ``Pages``; the title by default.
  public let id: String
  /// The title of the page's button in the bar.
  public var title: String
  /// The icon of the page's button in the bar; `nil` for none.
  public var icon: Icon?
  /// The text of the badge; "" for a dot, `nil` for no badge.
  public var badge: String?
  /// The content of the page.
  public var content: Screen.Content

  /// Creates a page.
  public init(_ title: String, id: String? = nil, icon: Icon? = nil, badge: String? = nil, content: Screen.Content) {
    self.id = id ?? title
    self.title = title
    self.icon = icon
    self.badge = badge
    self.content = content
  }
}
