import DSBridge
import Testing

@testable import SnippetShell

@Suite(.timeLimit(.minutes(1))) struct HistorySyncTests {
  private func state(
    scroll: [Int]? = nil, screens: [String] = ["a", "b"], title: String = "Home", index: Int = 0
  ) -> HistoryState {
    let page = SavedShell.Page(address: "/a", title: "A", scroll: scroll)
    var pages = Dictionary(uniqueKeysWithValues: screens.map { ($0, SavedShell.Page(address: "/b", title: "B")) })
    pages["a"] = page
    return HistoryState(
      entries: [.init(key: "1", fragment: ""), .init(key: "2", fragment: "")], index: index, title: title,
      saved: SavedShell(entries: [], index: 0, pages: pages, roots: ["home": "a"]))
  }

  private func command(_ sync: inout HistorySync, for state: HistoryState) throws -> String? {
    try sync.command(for: state).map { String(decoding: try JSONSerializer().encode($0).bytes, as: UTF8.self) }
  }

  @Test func whatHasNotChangedIsNotSent() throws {
    var sync = HistorySync()
    #expect(try command(&sync, for: state())?.hasPrefix(#"["history",{"#) == true)
    #expect(sync.command(for: state()) == nil)
  }

  @Test func ofAScreenThatScrollsItsPageAloneIsSent() throws {
    var sync = HistorySync()
    _ = sync.command(for: state())
    let scrolled = try #require(try command(&sync, for: state(scroll: [0, 7])))
    #expect(scrolled.hasPrefix(#"["pages",{"a":{"#) && scrolled.contains("[0,7]") && !scrolled.contains(#""b""#))
    #expect(sync.command(for: state(scroll: [0, 7])) == nil)
    #expect(try command(&sync, for: state(scroll: [0, 8]))?.contains("[0,8]") == true)
  }

  @Test(arguments: [("Home", ["a"]), ("Home", ["a", "b", "c"]), ("Other", ["a", "b"])])
  func everythingElseIsSentWhole(title: String, screens: [String]) throws {
    var sync = HistorySync()
    _ = sync.command(for: state())
    let changed = try command(&sync, for: state(scroll: [0, 7], screens: screens, title: title))
    #expect(changed?.hasPrefix(#"["history",{"#) == true)
  }

  /// The shell returns to the previous entry in the round in which the browser has left it.
  @Test func aStepOfTheBrowserThatTheShellUndoesAtOnceIsSent() throws {
    var sync = HistorySync()
    _ = sync.command(for: state())
    sync.browserMoved(toKey: "2")
    #expect(try command(&sync, for: state())?.hasPrefix(#"["history",{"#) == true)
    sync.browserMoved(toKey: "unknown")
    #expect(sync.command(for: state()) == nil)
  }
}
