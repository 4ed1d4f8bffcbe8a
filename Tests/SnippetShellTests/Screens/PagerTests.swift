import Testing

@testable import SnippetShell

/// The state of a strip of pages between which the user swipes, without a shell.
@Suite(.timeLimit(.minutes(5))) struct PagerTests {
  private let pager: Pager
  private let ids = [ScreenID(), ScreenID(), ScreenID()]

  init() {
    var pages = Pages(["a", "b", "c"].map(Self.page))
    pages.addBar(at: .bottom) { Bar.TabBar() }
    pages.addBar(at: .custom(name: "own")) { Bar.LineBar() }
    pager = Pager(pages, screens: ids)
  }

  private static func page(_ title: String) -> Page { Page(title, content: .page("/\(title).html")) }

  private func replace(_ titles: String...) -> [ScreenID] {
    pager.replacePages(by: titles.map(Self.page)) { _ in ScreenID() }
  }

  @Test("S17: all bars have the items and the position of the pages")
  func bars() {
    #expect(pager.bars.map(\.edge) == [.top, .bottom, .custom(name: "own")])
    for bar in pager.bars { #expect(bar.bar.items?.map(\.title) == ["a", "b", "c"]) }
    _ = pager.moved(to: 2, isAtRest: true, turn: 0)
    for bar in pager.bars.dropLast() {
      let tabs = bar.bar.node(named: "bar") { _ in }.tabs
      #expect(tabs.map { $0.attributes["aria-selected"] } == ["false", "false", "true"])
    }
  }

  @Test("S17: a page that is inserted before the present one does not move it")
  func insertion() {
    _ = pager.moved(to: 1, isAtRest: true, turn: 0)
    #expect(replace("new", "a", "b", "c").isEmpty)
    #expect(pager.screens.dropFirst() == ids[...])
    #expect(pager.current == ids[1])
    #expect(pager.position == 2)
    #expect(pager.target == 2)
    #expect(pager.jump == pager.turn)
    for bar in pager.bars { #expect(bar.bar.items?.map(\.title) == ["new", "a", "b", "c"]) }
    // The browser reports a position that it had before the insertion.
    #expect(pager.moved(to: 1, isAtRest: true, turn: 0).end == 1)
    #expect(pager.target == 2)
  }

  @Test("S17: if the present page is removed, the one in its place is shown")
  func deletion() {
    _ = pager.moved(to: 2, isAtRest: true, turn: 0)
    #expect(replace("a", "b") == [ids[2]])
    #expect(pager.current == ids[1])
    #expect(replace("b") == [ids[0]])
    #expect(pager.current == ids[1])
    #expect(pager.target == 0)
    for bar in pager.bars { #expect(bar.bar.items?.map(\.title) == ["b"]) }
  }

  @Test("S17: a change that keeps the pages keeps the position")
  func sameScreens() {
    _ = pager.moved(to: 1.4, isAtRest: false, turn: 0)
    #expect(replace("a", "b", "c").isEmpty)
    #expect(pager.position == 1.4)
    #expect(pager.turn == 0)
  }

  @Test("S17: a turn is announced once, with its direction, and ends once")
  func changes() {
    #expect(pager.moved(to: 0.2, isAtRest: false, turn: 0) == Pager.Change(beginning: 1, direction: .forward))
    #expect(pager.moved(to: 0.7, isAtRest: false, turn: 0) == Pager.Change(direction: .forward))
    #expect(pager.moved(to: 1, isAtRest: true, turn: 0) == Pager.Change(end: 1, direction: .forward))
    #expect(pager.moved(to: 1, isAtRest: true, turn: 0) == Pager.Change())
    #expect(pager.moved(to: 0.9, isAtRest: false, turn: 0) == Pager.Change(beginning: 0, direction: .reverse))
    #expect(pager.moved(to: 1, isAtRest: true, turn: 0) == Pager.Change(direction: .forward))
    // If Swift requests page 0 and then page 2, the strip turns to page 2 over the pages in between.
    pager.go(to: 0)
    pager.go(to: 2)
    #expect(pager.moved(to: 1.1, isAtRest: false, turn: 2).beginning == 2)
    #expect(pager.moved(to: 2, isAtRest: true, turn: 2).end == 2)
  }
}

extension Node {
  fileprivate var tabs: [Node] { (attributes["role"] == "tab" ? [self] : []) + children.flatMap(\.tabs) }
}
