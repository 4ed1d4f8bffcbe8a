import Foundation
import SnippetShell
import Testing

@Suite(.timeLimit(.minutes(5))) struct SeedClassTests {
  private let items = Items()

  private func show<B: TMBar>(_ bar: B) throws -> Node {
    bar.dataSource = items
    bar.delegate = items
    bar.reloadData(at: 0...2, context: .full)
    bar.update(for: 1, capacity: 3, direction: .none, animation: TMAnimation(isEnabled: false, duration: 0))
    let frames = (0..<3).map { CGRect(x: 200 * $0, y: 0, width: 200, height: 44) }
    try bar.measured(
      BarGeometry(
        buttons: frames, guide: CGSize(width: 400, height: 44), content: CGSize(width: 600, height: 44)))
    return bar.node(named: "bar") { _ in }
  }

  private func row(_ node: Node) throws -> Node {
    try #require(node.children.first { $0.classes == ["scroller"] }?.children.first { $0.classes.first == "row" })
  }

  @Test func allThreeAreDrawn() throws {
    let row = try row(try show(AllCustomBar()))
    #expect(row.children.map(\.tag) == ["button", "button", "button", "div"])
    let button = row.children[1]
    #expect(button.style["width"] == "calc(100cqi * 0.5 + 0px)")
    // The minimum width of the button is the width of the image plus the constants of the constraints on both sides.
    #expect(button.style["min-width"] == "52px")
    let image = try #require(button.children.first)
    #expect(image.tag == "svg")
    #expect(image.style["inset-inline-start"] == "8px")
    #expect(image.style["width"] == "36px")
    // The badge is in the corner.
    let badge = try #require(button.children.last)
    #expect(badge.text == "3")
    #expect(badge.classes == ["badge", "placed"])
    #expect(badge.style["inset-inline-end"] == "0")
    #expect(badge.style["top"] == "0")
    // The indicator is in the layout's focus area.
    let indicator = try #require(row.children.last)
    #expect(indicator.classes == ["indicator", "bottom"])
    #expect(indicator.style["--x"] == "210px")
    #expect(indicator.style["--w"] == "180px")
    #expect(indicator.children[0].style["height"] == "6px")
    #expect(indicator.children[0].style["background"] == "var(--accent)")
  }

  @Test func stateIsAlphaAndWhatTheButtonAdds() throws {
    let row = try row(try show(AllCustomBar()))
    #expect(row.children[0].style["opacity"] == "0.5")
    #expect(row.children[1].style["opacity"] == nil)
    #expect(row.children[0].children[0].style["transform"] == "scale(0.8, 0.8)")
  }

  @Test func customPartsGoWithThoseOfTheModule() throws {
    let layoutBar = try row(try show(CustomLayoutBar()))
    #expect(layoutBar.children.map(\.tag) == ["button", "button", "button"])
    let buttonBar = try row(try show(CustomButtonBar()))
    #expect(buttonBar.classes == ["row", "scroll"])
    #expect(buttonBar.children.last?.classes == ["indicator", "bottom", "line"])
  }

  /// The layout's `insert` and `remove` receive the right buttons and indexes.
  @Test func theLayoutGetsInsertAndRemoveWithTheirIndexes() throws {
    let bar = AllCustomBar()
    _ = try show(bar)
    items.items.insert(TMBarItem(title: "New"), at: 1)
    bar.reloadData(at: 1...1, context: .insertion)
    bar.reloadData(at: 0...1, context: .deletion)
    bar.reloadData(at: 0...2, context: .full)
    #expect(bar.layout.inserted.map(\.count) == [3, 1, 3])
    #expect(bar.layout.inserted.map(\.index) == [0, 1, 0])
    #expect(bar.layout.removed == [2, 2])
    #expect(bar.items?.count == 3)
    #expect(bar.buttons.all.count == 3)
  }

  @Test func presetsHaveTabmansNames() throws {
    let bar = TMBar.ButtonBar()
    #expect(try row(try show(bar)).classes == ["row", "scroll"])
    #expect(try row(try show(TMBar.TabBar())).classes == ["row", "constrained"])
  }
}
