import DSBridge
import Testing

@testable import SnippetShell

@Suite(.timeLimit(.minutes(5))) struct SavedShellTests {
  /// Returns a stack of `count` screens that a user has pushed one by one.
  private func saved(screens count: Int, at index: Int? = nil, address: String = "/page.html") -> SavedShell {
    let ids = (0..<count).map { _ in ScreenID() }
    let entries = ids.indices.suffix(50).map {
      ShellHistory.Entry(key: WebView.randomID(), place: Place(tab: "Home", stack: Array(ids[...$0])))
    }
    let pages = ids.map { ("\($0)", SavedShell.Page(address: address, title: "A \"page\"", scroll: [0, 1_000_000])) }
    return SavedShell(
      entries: entries, index: index ?? entries.count - 1, pages: Dictionary(uniqueKeysWithValues: pages),
      roots: ["Home": "\(ids[0])"])
  }

  private func size(of saved: SavedShell) throws -> Int { try JSONSerializer().encode(saved).bytes.count }

  @Test func whatFitsStaysAsItIs() throws {
    let saved = saved(screens: 50)
    #expect(try size(of: saved) > 8 << 10)
    #expect(saved.shortened() == saved)
  }

  @Test func theOldestPlacesAreLeftOutFirst() throws {
    let saved = saved(screens: 150, at: 40)
    let short = saved.shortened()
    #expect(try (SavedShell.limit / 2...SavedShell.limit).contains(size(of: short)))
    #expect(short.entries == Array(saved.entries.suffix(short.entries.count)) && short.entries.count < 50)
    #expect(short.entries[short.index] == saved.entries[40])
    #expect(Set(short.pages.keys) == Set(short.entries.flatMap(\.place.screens).map { "\($0)" }))
  }

  @Test func ofOnePlaceTheLowestScreensAreLeftOut() throws {
    let saved = saved(screens: 200, address: "/" + String(repeating: "a", count: 5000))
    let short = saved.shortened()
    #expect(try (SavedShell.limit / 2...SavedShell.limit).contains(size(of: short)))
    let (stack, whole) = (try #require(short.entries.first).place.stack, saved.entries[49].place.stack)
    #expect(short.entries.count == 1 && short.index == 0)
    #expect(stack.first == whole.first && stack.count > 10)
    #expect(Array(stack.dropFirst()) == Array(whole.suffix(stack.count - 1)))
    #expect(ShellHistory(short.entries, index: short.index) != nil)
  }
}
