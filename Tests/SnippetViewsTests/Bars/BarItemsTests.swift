import Foundation
import SnippetViews
import Testing

@Suite(.timeLimit(.minutes(5))) struct BarItemsTests {
  private let bar = BarView<HorizontalBarLayout, LabelBarButton, LineBarIndicator>()
  private let fixture = BarFixture("a", "b", "c")

  init() { fixture.fill(bar) }

  private var titles: [String?] { bar.drawn.all("tab").map { $0.children.first?.text } }

  @Test func itemsAreThoseOfTheSource() {
    #expect(titles == ["a", "b", "c"])
    #expect(bar.items?.count == 3)
  }

  /// A reload with `.full` removes the old items. In Tabman, the old items stay beside the new ones.
  @Test func aFullReloadLeavesNothingOfTheOldItems() {
    fixture.items = [BarItem(title: "x"), BarItem(title: "y")]
    bar.reloadData(at: 0...1, context: .full)
    #expect(titles == ["x", "y"])
    #expect(bar.items?.map(\.title) == ["x", "y"])
    #expect(bar.buttons.all.count == 2)
  }

  /// `setNeedsReload` requests each item once. In Tabman, `setNeedsReload` requests one item too many.
  @Test func theLayoutReloadsAllItemsAndNoMore() {
    bar.layout.setNeedsReload()
    #expect(titles == ["a", "b", "c"])
  }

  @Test func insertedAndDeletedItemsKeepTheOthersElements() throws {
    var tree = NodeTree()
    _ = try tree.update(to: bar.drawn)
    fixture.items.insert(BarItem(title: "new"), at: 1)
    bar.reloadData(at: 1...1, context: .insertion)
    #expect(titles == ["a", "new", "b", "c"])
    let patches = try tree.update(to: bar.drawn)
    #expect(patches.filter { if case .insert = $0 { true } else { false } }.count == 1)
    #expect(!patches.contains { if case .remove = $0 { true } else { false } })
    #expect(!patches.contains { if case .move = $0 { true } else { false } })
    bar.reloadData(at: 0...1, context: .deletion)
    #expect(titles == ["b", "c"])
    #expect(bar.items?.map(\.title) == ["b", "c"])
  }

  @Test func indexesThatCannotBeChangeNothing() {
    bar.reloadData(at: 4...4, context: .insertion)
    bar.reloadData(at: -1...0, context: .insertion)
    bar.reloadData(at: 2...3, context: .deletion)
    bar.reloadData(at: -1...0, context: .deletion)
    bar.reloadData(at: 1...2, context: .full)
    #expect(titles == ["a", "b", "c"])
  }

  @Test func withoutASourceNothingIsAsked() {
    let bar = BarView<HorizontalBarLayout, LabelBarButton, LineBarIndicator>()
    bar.reloadData(at: 0...2, context: .full)
    #expect(bar.items == nil)
  }

  @Test func theSelectionOutlivesAReload() {
    bar.move(to: 1, capacity: 3)
    bar.reloadData(at: 0...2, context: .full)
    #expect(bar.buttons.all.map(\.selectionState) == [.unselected, .selected, .unselected])
    bar.reloadData(at: 0...2, context: .deletion)
    #expect(titles.isEmpty)
    bar.reloadData(at: 0...2, context: .full)
    #expect(titles == ["a", "b", "c"])
  }

  /// The badge appears, changes and disappears with the badge value of the item.
  @Test func aBadgeComesChangesAndGoes() throws {
    func badge() -> Node? { bar.drawn.all("badge").first }
    #expect(badge()?.attributes["hidden"] == "")
    var tree = NodeTree()
    _ = try tree.update(to: bar.drawn)
    fixture.items[0].badgeValue = "<3"
    #expect(badge()?.text == "<3")
    #expect(badge()?.attributes["hidden"] == nil)
    let patches = try tree.update(to: bar.drawn)
    #expect(patches.contains { if case .text(_, "<3") = $0 { true } else { false } })
    fixture.items[0].badgeValue = ""
    #expect(badge()?.attributes["hidden"] == nil)
    fixture.items[0].badgeValue = nil
    #expect(badge()?.attributes["hidden"] == "")
  }

  /// If a button does not add its badge to its view, no badge is drawn.
  @Test func aButtonThatPutsItsBadgeNowhereShowsNone() {
    let bar = BarView<HorizontalBarLayout, PlainButton, LineBarIndicator>()
    fixture.items[0].badgeValue = "3"
    fixture.fill(bar)
    #expect(bar.drawn.all("badge").isEmpty)
    #expect(bar.buttons.all[0].badge.value == "3")
  }

  @Test func aChangedItemAsksForADrawingUntilItIsGone() {
    var count = 0
    bar.displayHandler = { count += 1 }
    let item = fixture.items[2]
    item.title = "z"
    #expect(count > 0)
    #expect(titles == ["a", "b", "z"])
    bar.reloadData(at: 2...2, context: .deletion)
    count = 0
    item.title = "y"
    #expect(count == 0)
  }

  @Test func aScreenReaderHearsTheLabelAndTheBadge() {
    fixture.items[0].accessibilityLabel = "First"
    fixture.items[0].badgeValue = "3"
    fixture.items[0].accessibilityHint = "Opens the first"
    #expect(bar.drawn.all("tab")[0].attributes["aria-label"] == "First, 3")
    #expect(bar.drawn.all("tab")[0].attributes["title"] == "Opens the first")
    #expect(bar.drawn.all("tab")[1].attributes["aria-label"] == nil)
  }
}

private final class PlainButton: BarButton {}
