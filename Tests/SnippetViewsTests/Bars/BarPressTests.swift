import Foundation
import SnippetViews
import Testing

/// A press on a button asks the delegate to select the button's index, but does not change the selection itself.
@Suite(.timeLimit(.minutes(5))) struct BarPressTests {
  private let bar = BarView<HorizontalBarLayout, BoxButton, LineBarIndicator>()
  private let fixture = BarFixture("a", "b", "c")

  init() {
    fixture.fill(bar)
    bar.move(to: 0, capacity: 3)
  }

  /// Draws the bar, and simulates the page's event for a click on a tab.
  private func press(_ tab: Int) async throws {
    let (events, continuation) = AsyncStream.makeStream(of: ControlEvent.self)
    var tree = NodeTree()
    let node = bar.node(named: "bar") { continuation.yield($0) }
    _ = try tree.update(to: node)
    let id = try #require(tree.snapshot?.ids(withClass: "tab")[tab])
    let received = tree.receive(NodeEvent(.click), at: id)
    let action = try #require(received)
    await action(NodeEvent(.click))
    continuation.finish()
    for await event in events { bar.receive(event) }
  }

  @Test func aPressAsksForItsIndexAndSelectsNothing() async throws {
    try await press(2)
    #expect(fixture.requested == [2])
    #expect(bar.drawn.all("tab").map { $0.attributes["aria-selected"] } == ["true", "false", "false"])
    bar.move(to: 2, capacity: 3)
    #expect(bar.drawn.all("tab").map { $0.attributes["aria-selected"] } == ["false", "false", "true"])
  }

  @Test func theIndexIsThatOfThePressNotOfTheDrawing() async throws {
    fixture.items.removeFirst()
    bar.reloadData(at: 0...0, context: .deletion)
    try await press(1)
    #expect(fixture.requested == [1])
  }

  @Test func whatAButtonAddsHappensFirst() async throws {
    var order: [String] = []
    bar.buttons.all[1].addAction { order.append("added, \(fixture.requested.count) before") }
    try await press(1)
    #expect(order == ["added, 0 before"])
    #expect(fixture.requested == [1])
  }

  @Test("S11: a button has a default action, which a program can send")
  func aSentActionAsksForTheIndex() {
    bar.buttons.all[1].sendActions(for: .touchUpInside)
    bar.buttons.all[2].sendActions(for: .touchDown)
    #expect(fixture.requested == [1])
  }

  @Test func aDisabledButtonCannotBePressed() {
    bar.buttons.all[1].isEnabled = false
    #expect(bar.drawn.all("tab")[1].events.isEmpty)
    #expect(bar.drawn.all("tab")[1].attributes["disabled"] == "")
  }

  @Test func eventsOfControlsThatAreGoneAreIgnored() throws {
    let (events, continuation) = AsyncStream.makeStream(of: ControlEvent.self)
    _ = (events, bar.node(named: "bar") { continuation.yield($0) })
    let other = BarView<HorizontalBarLayout, LabelBarButton, LineBarIndicator>()
    BarFixture("x").fill(other)
    bar.reloadData(at: 0...2, context: .deletion)
    #expect(bar.drawn.all("tab").isEmpty)
    #expect(fixture.requested.isEmpty)
  }

  @Test func controlsInAccessoriesDoWhatTheyWaitFor() async throws {
    let control = Control()
    var count = 0
    control.addAction { count += 1 }
    bar.rightPinnedAccessoryView = control
    let (events, continuation) = AsyncStream.makeStream(of: ControlEvent.self)
    var tree = NodeTree()
    _ = try tree.update(to: bar.node(named: "bar") { continuation.yield($0) })
    let accessory = try #require(tree.snapshot?.ids(withClass: "accessory").first)
    let action = try #require(tree.action(for: NodeEvent(.click), at: accessory + 1))
    await action(NodeEvent(.click))
    continuation.finish()
    for await event in events { bar.receive(event) }
    #expect(count == 1)
    #expect(fixture.requested.isEmpty)
  }

  @Test func swipingAsksForThePageBeside() {
    bar.swiped(.forward)
    #expect(fixture.requested.isEmpty)
    bar.scrollMode = .swipe
    bar.swiped(.reverse)
    bar.swiped(.forward)
    bar.move(to: 2, capacity: 3)
    bar.swiped(.forward)
    bar.swiped(.reverse)
    #expect(fixture.requested == [1, 1])
  }
}

private final class BoxButton: BarButton {
  override func layout(in view: View) {
    let box = View()
    box.addSubview(Label(text: "content"))
    view.addSubview(box)
  }
}

extension NodeSnapshot {
  fileprivate func ids(withClass name: String) -> [Int] {
    let own = (self.class ?? "").split(separator: " ").contains { $0 == name } ? [id] : []
    return own + (children ?? []).flatMap { $0.ids(withClass: name) }
  }
}
