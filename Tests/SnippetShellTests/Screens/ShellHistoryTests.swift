import Testing

@testable import SnippetShell

/// The linear history of places, which native code, the toolbar and the browser share.
@Suite(.timeLimit(.minutes(5))) struct ShellHistoryTests {
  let root = ScreenID()
  let first = ScreenID()
  let second = ScreenID()
  let other = ScreenID()

  func place(_ stack: ScreenID..., tab: String = "home", sheets: [ScreenID] = []) -> Place {
    Place(tab: tab, stack: stack, sheets: sheets)
  }

  func pushed() -> ShellHistory {
    var history = ShellHistory(place(root), key: "0")
    history.push(place(root, first), key: "1")
    history.push(place(root, first, second), key: "2")
    return history
  }

  @Test func aPopIsAStepBackAndCanBeGoneForwardTo() {
    var history = pushed()
    history.goBack(to: place(root, first))
    #expect(history.index == 1)
    #expect(history.canGoForward)
    history.step(by: 1)
    #expect(history.place == place(root, first, second))
  }

  @Test func severalStepsAreOne() {
    var history = pushed()
    history.goBack(to: place(root))
    #expect(history.index == 0)
    #expect(history.entries.count == 3)
  }

  @Test func aPushDropsWhatLayAhead() {
    var history = pushed()
    history.goBack(to: place(root))
    history.push(place(root, other), key: "3")
    #expect(history.entries.map(\.key) == ["0", "3"])
    #expect(!history.screens.contains(second))
  }

  @Test func theBrowserNamesAnEntry() {
    var history = pushed()
    let knows = (history.move(toKey: "0"), history.move(toKey: "nonsense"))
    #expect(knows == (true, false))
    #expect(history.index == 0)
  }

  @Test func aPopAfterAnotherTabTakesThePresentEntry() {
    var history = pushed()
    history.push(place(other, tab: "inbox"), key: "3")
    history.push(place(root, first, second), key: "4")
    // The entry with this place is three entries back, and an entry of another tab lies in between. So the history does
    // not go back to it, but changes the current entry to the place.
    history.goBack(to: place(root, first))
    #expect(history.index == 4)
    #expect(history.place == place(root, first))
  }

  @Test func noMoreThanABrowserKeeps() {
    var history = ShellHistory(place(root), key: "0")
    for number in 1...100 { history.push(place(root, first), key: "\(number)") }
    #expect(history.entries.count == ShellHistory.limit)
    #expect(history.key == "100")
  }

  @Test func screensThatAreGoneLeaveNoEntryThatDoesNothing() {
    var history = pushed()
    history.push(place(root, first, second, other), key: "3")
    history.step(by: -1)
    history.remove([second]) { _ in nil }
    #expect(history.entries.map(\.place) == [place(root), place(root, first), place(root, first, other)])
    #expect(history.key == "2")
  }

  @Test func aTabThatWouldShowNothingShowsItsRoot() {
    var history = pushed()
    history.remove([root, first, second]) { _ in other }
    #expect(history.entries.map(\.place) == [place(other)])
  }

  @Test func whatAPageHasKeptMayBeAnything() {
    let entry = ShellHistory.Entry(key: "a", place: place(root))
    let empty = ShellHistory.Entry(key: "b", place: Place(tab: "home", stack: []))
    #expect(ShellHistory([entry], index: 0) != nil)
    #expect(ShellHistory([entry], index: 1) == nil)
    #expect(ShellHistory([], index: 0) == nil)
    #expect(ShellHistory([entry, entry], index: 0) == nil)
    #expect(ShellHistory([entry, empty], index: 0) == nil)
    let many = (0...ShellHistory.limit).map { ShellHistory.Entry(key: "\($0)", place: place(root)) }
    #expect(ShellHistory(many, index: 0) == nil)
  }
}
