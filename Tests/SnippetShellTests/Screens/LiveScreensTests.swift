import Testing

@testable import SnippetShell

@Suite(.timeLimit(.minutes(1))) struct LiveScreensTests {
  private let ids = (0..<4).map { ScreenID(name: "\($0)") }

  @Test func theLeastRecentlyVisibleIsRemovedFirst() {
    var live = LiveScreens()
    for id in ids { live.use(id) }
    live.use(ids[0])
    #expect(live.surplus(over: 4, visible: []) == [])
    #expect(live.surplus(over: 2, visible: [ids[0]]) == [ids[1], ids[2]])
    live.remove(ids[1])
    #expect(live.surplus(over: 2, visible: [ids[0]]) == [ids[2]])
  }

  @Test func visibleScreensKeepTheirPage() {
    var live = LiveScreens()
    for id in ids { live.use(id) }
    #expect(live.surplus(over: 1, visible: [ids[0], ids[1]]) == [ids[2], ids[3]])
    #expect(live.surplus(over: 0, visible: ids) == [])
  }
}
