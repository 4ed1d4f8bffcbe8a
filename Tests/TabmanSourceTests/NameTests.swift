import SnippetShell
import TabmanBars
import Testing

/// An item that is declared as in a program for Tabman.
private final class OwnItem: TMBarItemable {
  var title: String?
  var image: Image?
  var selectedImage: Image?
  var badgeValue: String? { didSet { setNeedsUpdate() } }
  var accessibilityLabel: String?
  var accessibilityHint: String?

  init(_ title: String) { self.title = title }
}

private final class OwnSource: TMBarDataSource {
  let items = [OwnItem("One"), OwnItem("Two")]
  func barItem(for bar: TMBar, at index: Int) -> TMBarItemable { items[index] }
}

@Suite(.timeLimit(.minutes(5))) struct NameTests {
  private let source = OwnSource()

  private func fill(_ bar: TMBar) {
    bar.dataSource = source
    bar.reloadData(at: 0...1, context: .full)
    bar.update(for: 0, capacity: 2, direction: .none, animation: TMAnimation(isEnabled: false))
  }

  @Test("S15: an item of one's own updates its bars, and does not keep them")
  func ownItems() {
    weak var kept: TMBar.ButtonBar?
    do {
      let bar = TMBar.ButtonBar()
      kept = bar
      fill(bar)
      source.items[1].badgeValue = "5"
      #expect(bar.buttons.all[1].badge.value == "5")
      #expect(bar.buttons.for(items: source.items[0], source.items[1]).count == 2)
    }
    #expect(kept == nil)
    source.items[1].badgeValue = "6"
  }

  @Test("S13, S15: buttons have backgrounds, texts and states that can be set")
  func buttons() {
    let bar = TMBar.ButtonBar()
    fill(bar)
    let button = bar.buttons.all[0]
    button.backgroundView.style = .flat(color: .hover)
    button.text = "Changed"
    button.selectedTintColor = .bad
    for state in [TMBarButton.SelectionState.selected, .partial(delta: 0.5), .unselected, .selected] {
      button.selectionState = state
      #expect(button.isSelected == (state == .selected))
    }
    let node = bar.node(named: "bar") { _ in }
    let tab = node.children.last?.children.first?.children.first
    #expect(tab?.children.map(\.classes) == [["backdrop"], [], ["badge"]])
    #expect(tab?.children[0].style["background"] == "var(--hover)")
    #expect(tab?.children[1].text == "Changed")
    #expect(tab?.children[1].style["color"] == "var(--bad)")
  }

  @Test("S15: the image of a tab item has a size and a content mode")
  func images() {
    let bar = TMBar.TabBar()
    source.items[0].image = .icon(.home)
    bar.buttons.customize { button in
      button.imageViewSize = CGSize(width: 30, height: 20)
      button.imageContentMode = .scaleAspectFill
    }
    fill(bar)
    let node = bar.node(named: "bar") { _ in }
    let tab = node.children.last?.children.first?.children.first
    let image = tab?.children[0].children.first
    #expect(image?.style["width"] == "30px")
    #expect(image?.style["height"] == "20px")
    #expect(image?.attributes["preserveAspectRatio"] == "xMidYMid slice")
  }

  @Test("S15: a system bar has a background and a separator")
  func systemBar() {
    let bar = TMBar.ButtonBar().systemBar()
    bar.backgroundStyle = .blur(style: .dark)
    bar.separatorColor = .accent
    fill(bar)
    let node = bar.node(named: "bar") { _ in }
    #expect(node.classes.contains("system") && node.classes.contains("clear"))
    #expect(node.style["border-color"] == "var(--accent)")
    #expect(node.children.first?.classes == ["backdrop", "blurred"])
  }

  @Test("S10: the bars of users report no problem of their layout")
  func bars() throws {
    for bar in [TinderBar(), ChipBar(), SegmentedBar(), VerticalBar(), makeAccessoryBar {}] as [TMBar] {
      fill(bar)
      _ = bar.node(named: "bar") { _ in }
      try bar.measured(
        BarGeometry(
          buttons: [CGRect(x: 0, y: 0, width: 100, height: 44), CGRect(x: 100, y: 0, width: 100, height: 44)],
          guide: CGSize(width: 400, height: 44), content: CGSize(width: 400, height: 44)))
      _ = bar.node(named: "bar") { _ in }
      #expect(bar.layoutProblems.isEmpty, "\(type(of: bar))")
    }
  }
}
