import Foundation
import SnippetViews
import Testing

/// Each type parameter of `BarView` determines one part of the drawing.
@Suite(.timeLimit(.minutes(5))) struct BarPartsTests {
  private func node<B: Bar>(_ bar: B) throws -> Node {
    let fixture = BarFixture("Rooms", "Reviews", "Nearby")
    fixture.items[1].badgeValue = "3"
    fixture.fill(bar)
    bar.move(to: 1, capacity: 3)
    try bar.measureEqually(count: 3)
    return bar.drawn
  }

  private func outlines(_ name: String, _ node: Node) -> [String] { node.all(name).map(\.outline) }

  private let usual = BarView<HorizontalBarLayout, LabelBarButton, LineBarIndicator>.self

  @Test func anotherIndicatorChangesTheIndicatorOnly() throws {
    let line = try node(usual.init())
    let others: [Node] = try [
      node(BarView<HorizontalBarLayout, LabelBarButton, BlockBarIndicator>()),
      node(BarView<HorizontalBarLayout, LabelBarButton, DotBarIndicator>()),
      node(BarView<HorizontalBarLayout, LabelBarButton, ChevronBarIndicator>()),
      node(BarView<HorizontalBarLayout, LabelBarButton, BarIndicator.None>()),
    ]
    for other in others {
      #expect(outlines("indicator", other) != outlines("indicator", line))
      #expect(outlines("tab", other) == outlines("tab", line))
      #expect(other.first("row")?.classes == line.first("row")?.classes)
      #expect(other.first("row")?.attributes == line.first("row")?.attributes)
    }
    #expect(others.map { $0.first("indicator")?.classes.last } == ["block", "dot", "chevron", nil])
  }

  @Test func anotherButtonChangesTheButtonsOnly() throws {
    let words = try node(usual.init())
    let items = try node(BarView<HorizontalBarLayout, TabItemBarButton, LineBarIndicator>())
    #expect(outlines("tab", items) != outlines("tab", words))
    #expect(outlines("indicator", items) == outlines("indicator", words))
    #expect(items.first("row")?.classes == words.first("row")?.classes)
    #expect(items.all("tab").allSatisfy { $0.classes == ["tab", "item"] })
  }

  @Test func anotherLayoutChangesTheTabListOnly() throws {
    let scrolling = try node(usual.init())
    let constrained = try node(BarView<ConstrainedHorizontalBarLayout, LabelBarButton, LineBarIndicator>())
    #expect(constrained.first("row")?.classes == ["row", "constrained"])
    #expect(scrolling.first("row")?.classes == ["row", "scroll"])
    #expect(outlines("tab", constrained) == outlines("tab", scrolling))
    #expect(outlines("indicator", constrained) == outlines("indicator", scrolling))
  }

  @Test func aBarIsATabListWithOneSelectedTab() throws {
    let bar = usual.init()
    bar.accessibilityLabel = "Sections"
    let node = try node(bar)
    #expect(node.tag == "nav")
    #expect(node.attributes["data-bar"] == "bar")
    // A page may have several landmarks of one kind, which a label distinguishes.
    #expect(node.attributes["aria-label"] == "Sections")
    let row = try #require(node.first("row"))
    #expect(row.attributes["role"] == "tablist")
    #expect(row.attributes["aria-label"] == "Sections")
    let tabs = node.all("tab")
    #expect(tabs.map(\.tag) == ["button", "button", "button"])
    #expect(tabs.map { $0.attributes["role"] } == ["tab", "tab", "tab"])
    #expect(tabs.map { $0.attributes["aria-selected"] } == ["false", "true", "false"])
    #expect(tabs.map { $0.attributes["tabindex"] } == ["-1", "0", "-1"])
    #expect(node.first("indicator")?.attributes["aria-hidden"] == "true")
  }

  @Test func barsMayBeBesideEachOther() throws {
    let bars = [usual.init(), usual.init()]
    var tree = NodeTree()
    let patches = try tree.update(
      to: .div { for (index, bar) in bars.enumerated() { bar.node(named: "\(index)") { _ in } } })
    #expect(patches.count == 1)
  }

  @Test func onlyALineHasNoTabs() throws {
    let bar = BarView<BarLayout.None, BarButton.None, LineBarIndicator>()
    let fixture = BarFixture("a", "b", "c", "d")
    fixture.fill(bar)
    bar.move(to: 1.5, capacity: 4)
    try bar.measured(
      BarGeometry(buttons: [], guide: CGSize(width: 400, height: 4), content: CGSize(width: 400, height: 4)))
    #expect(bar.drawn.all("tab").isEmpty)
    #expect(bar.drawn.first("row")?.attributes["role"] == nil)
    #expect(bar.focusAreas.map(\.minX) == [0, 100, 200, 300])
    #expect(bar.drawn.first("indicator")?.style["--x"] == "150px")
    try bar.measured(
      BarGeometry(
        buttons: [], guide: CGSize(width: 400, height: 4), content: CGSize(width: 400, height: 4),
        direction: .rightToLeft))
    #expect(bar.focusAreas.map(\.minX) == [300, 200, 100, 0])
  }

  @Test func moreButtonsThanAreSeenScroll() throws {
    let bar = BarView<ConstrainedHorizontalBarLayout, LabelBarButton, BarIndicator.None>()
    BarFixture("a", "b", "c").fill(bar)
    #expect(bar.drawn.first("row")?.classes == ["row", "constrained"])
    bar.layout.visibleButtonCount = 2
    #expect(bar.drawn.first("row")?.classes == ["row", "constrained", "overflowing"])
    #expect(bar.drawn.first("row")?.style["--visible"] == "2")
    bar.layout.contentMode = .intrinsic
    #expect(bar.layout.contentMode == .fit)
  }

  @Test func accessoriesAndBackground() {
    let bar = usual.init()
    BarFixture("a").fill(bar)
    bar.leftAccessoryView = Label(text: "scrolls")
    bar.rightPinnedAccessoryView = Label(text: "stays")
    bar.backgroundView.style = .flat(color: .page)
    bar.fadesContentEdges = true
    bar.scrollMode = .swipe
    let node = bar.drawn
    #expect(node.first("scroller")?.children.first?.children.first?.text == "scrolls")
    #expect(node.children.last?.classes == ["accessory", "end"])
    #expect(node.children.last?.children.first?.text == "stays")
    #expect(node.classes == ["bar", "clear"])
    #expect(node.style["background"] == "var(--page)")
    #expect(node.first("scroller")?.classes == ["scroller", "fading"])
    #expect(node.first("scroller")?.attributes["data-scroll-mode"] == "swipe")
    bar.leftAccessoryView = nil
    bar.rightPinnedAccessoryView = nil
    bar.backgroundView.style = .custom(view: Label(text: "behind"))
    #expect(bar.drawn.all("accessory").isEmpty)
    #expect(bar.drawn.first("backdrop")?.children.first?.text == "behind")
  }

  @Test func customizingIsKeptForLaterButtons() {
    let bar = usual.init()
    let fixture = BarFixture("a", "b")
    bar.buttons.customize { $0.contentInset = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4) }
    fixture.fill(bar)
    #expect(bar.drawn.all("tab").map { $0.style["padding-inline"] } == ["2px 4px", "2px 4px"])
  }
}
