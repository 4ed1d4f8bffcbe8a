import Foundation
import Testing

@testable import SnippetCatalog

@Suite(.timeLimit(.minutes(5))) struct SnippetListTests {
  private static let start = Date(timeIntervalSince1970: 1_000_000)
  private let now = Self.start

  private func snippet(_ id: String, _ target: Snippet.Target = "/") -> Snippet { Snippet(id: id, target: target) }

  private func snippet(_ id: String, from: TimeInterval? = nil, until: TimeInterval? = nil) -> Snippet {
    Snippet(
      id: id, target: "/",
      visibility: .init(from: from.map(Self.start.addingTimeInterval), until: until.map(Self.start.addingTimeInterval)))
  }

  private func at(_ seconds: TimeInterval) -> Date { Self.start.addingTimeInterval(seconds) }

  /// Returns the changes as text: `+id@place`, `-id@place`, `~id@place`, `id@from>to`.
  private func words(_ changes: [SnippetChange]) -> [String] {
    changes.map { change in
      switch change {
      case .inserted(let entry, let place): "+\(entry.id)@\(place)"
      case .removed(let entry, let place): "-\(entry.id)@\(place)"
      case .updated(let entry, let place): "~\(entry.id)@\(place)"
      case .moved(let entry, let from, let to): "\(entry.id)@\(from)>\(to)"
      }
    }
  }

  private func list(_ ids: String...) -> SnippetList {
    var list = SnippetList()
    _ = list.apply(.list(ids.map { snippet($0) }), at: now)
    return list
  }

  @Test("A1: the same list again changes nothing")
  func sameAgain() {
    var list = list("a", "b")
    let before = list.visible
    #expect(list.apply(.list([snippet("a"), snippet("b")]), at: now) == [])
    #expect(list.visible == before)
  }

  @Test("A2: what is not listed any more is removed")
  func removal() {
    var list = list("a", "b", "c")
    #expect(words(list.apply(.list([snippet("a"), snippet("c")]), at: now)) == ["-b@1"])
  }

  @Test("A3: what is new is added")
  func addition() {
    var list = list("a", "c")
    #expect(words(list.apply(.list([snippet("a"), snippet("b"), snippet("c")]), at: now)) == ["+b@1"])
  }

  @Test("A4: the order is the server's; what moves keeps its page")
  func order() {
    var list = list("a", "b", "c", "d")
    let before = list.visible
    let changes = list.apply(.list(["d", "a", "b", "c"].map { snippet($0) }), at: now)
    #expect(words(changes) == ["d@3>0"])
    #expect(Set(list.visible) == Set(before))
  }

  @Test("A5: adding and removing at once")
  func additionAndRemoval() {
    var list = list("a", "b")
    #expect(words(list.apply(.list([snippet("b"), snippet("c")]), at: now)) == ["-a@0", "+c@1"])
  }

  @Test("A7: a forced refresh empties the list, and what comes then is made anew")
  func forcedRefresh() throws {
    var list = list("a")
    let before = try #require(list.visible.first)
    #expect(words(list.apply(.emptied, at: now)) == ["-a@0"])
    #expect(words(list.apply(.list([snippet("a")]), at: now)) == ["+a@0"])
    let after = try #require(list.visible.first)
    #expect(after.incarnation != before.incarnation)
    // If a reader missed the empty list, it receives a removal and an insertion.
    #expect(words(SnippetChange.between([before], [after])) == ["-a@0", "+a@0"])
  }

  @Test("A12: an update changes one, at its place, even to the same")
  func update() {
    var list = list("a", "b", "c")
    let before = list.visible
    #expect(words(list.apply(.updated(snippet("b", "/new")), at: now)) == ["~b@1"])
    #expect(list.visible[1].snippet.target == "/new")
    #expect(list.visible[1].incarnation == before[1].incarnation)
    #expect(words(list.apply(.updated(snippet("b", "/new")), at: now)) == ["~b@1"])
    #expect([list.visible[0], list.visible[2]] == [before[0], before[2]])
    #expect(list.apply(.updated(snippet("unknown")), at: now) == [])
  }

  @Test func aChangedSnippetOfTheListIsUpdated() {
    var list = list("a", "b")
    #expect(words(list.apply(.list([snippet("b", "/new"), snippet("a")]), at: now)) == ["a@0>1", "~b@0"])
  }

  @Test func ofAnIdThatComesTwiceTheFirstCounts() {
    var list = SnippetList()
    #expect(words(list.apply(.list([snippet("a", "/1"), snippet("a", "/2")]), at: now)) == ["+a@0"])
    #expect(list.visible.map(\.snippet.target) == ["/1"])
  }

  @Test("Source defect: a snippet of the future is shown at once")
  func futureIsHidden() {
    var list = SnippetList()
    #expect(list.apply(.list([snippet("a", from: 10)]), at: now) == [])
    #expect(list.nextDeadline == at(10))
    #expect(list.advance(to: at(9.999)) == [])
    #expect(words(list.advance(to: at(10))) == ["+a@0"])
    #expect(list.nextDeadline == nil)
  }

  @Test("Source defect: one snippet's timer waits for another's")
  func timersAreIndependent() {
    var list = SnippetList()
    let snippets = [snippet("a", from: 30), snippet("b", until: 10), snippet("c"), snippet("d", from: 10, until: 20)]
    #expect(words(list.apply(.list(snippets), at: now)) == ["+b@0", "+c@1"])
    #expect(list.nextDeadline == at(10))
    #expect(words(list.advance(to: at(10))) == ["-b@0", "+d@1"])
    #expect(list.nextDeadline == at(20))
    #expect(words(list.advance(to: at(25))) == ["-d@1"])
    #expect(list.nextDeadline == at(30))
    #expect(words(list.advance(to: at(30))) == ["+a@0"])
    #expect(list.visible.map(\.id) == ["a", "c"])
  }

  @Test func hiddenSnippetsAreUpdatedToo() {
    var list = SnippetList()
    _ = list.apply(.list([snippet("a", from: 10)]), at: now)
    #expect(words(list.apply(.updated(snippet("a", from: 5)), at: now)) == [])
    #expect(list.nextDeadline == at(5))
    #expect(words(list.apply(.updated(snippet("a")), at: now)) == ["+a@0"])
    #expect(words(list.apply(.updated(snippet("a", from: 1)), at: now)) == ["-a@0"])
  }

  @Test("Source defect: local props are stored, and never used")
  func localProps() {
    var list = SnippetList()
    let snippet = Snippet(id: "a", target: "/", props: ["a": 1, "b": ["c": 2, "d": 3]])
    _ = list.apply(.list([snippet, self.snippet("b")]), at: now)
    #expect(words(list.set(localProps: ["b": ["c": 4], "e": 5], to: "a")) == ["~a@0"])
    let expected: Props = ["a": 1, "b": ["c": 4, "d": 3], "e": 5]
    #expect(list.visible.first?.snippet.props == expected)
    #expect(list.set(localProps: ["b": ["c": 4], "e": 5], to: "a") == [])
    // Local props are kept when the list is replaced.
    #expect(list.apply(.list([snippet, self.snippet("b")]), at: now) == [])
    _ = list.apply(.emptied, at: now)
    _ = list.apply(.list([snippet]), at: now)
    #expect(list.visible.first?.snippet.props == expected)
    #expect(words(list.set(localProps: [:], to: "a")) == ["~a@0"])
    #expect(list.visible.first?.snippet == snippet)
    #expect(list.set(localProps: ["a": 1], to: "unknown") == [])
  }

  @Test func hiddenSnippetsAreAmongTheEntries() {
    var list = SnippetList()
    _ = list.apply(.list([snippet("a", from: 10)]), at: now)
    #expect(list.entries.map(\.id) == ["a"])
    #expect(list.visible == [])
  }

  @Test func anEndBeforeTheBeginningIsNever() {
    var list = SnippetList()
    _ = list.apply(.list([snippet("a", from: 20, until: 10)]), at: now)
    #expect(list.advance(to: at(15)) == [])
    #expect(list.advance(to: at(25)) == [])
    #expect(list.nextDeadline == nil)
  }

  @Test func aClockThatIsSetBack() {
    var list = SnippetList()
    _ = list.apply(.list([snippet("a", from: 10)]), at: at(20))
    #expect(words(list.advance(to: at(5))) == ["-a@0"])
    #expect(list.nextDeadline == at(10))
  }

  @Test("Changes, applied one after another, make the new list of the old, with the fewest moves")
  func changesLeadFromOneListToAnother() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let ids = (0..<8).map(String.init)
      var list = SnippetList()
      _ = list.apply(.list(ids.filter { _ in .random() }.shuffled(using: &random).map { snippet($0) }), at: now)
      let old = list.visible
      let changes = list.apply(
        .list(ids.filter { _ in .random() }.shuffled(using: &random).map { snippet($0, .random() ? "/" : "/b") }),
        at: now)
      var result = old
      for change in changes {
        switch change {
        case .inserted(let entry, let place): result.insert(entry, at: place)
        case .removed(let entry, let place): #expect(result.remove(at: place) == entry)
        case .updated(let entry, let place):
          #expect(result[place].id == entry.id)
          result[place] = entry
        case .moved(let entry, let from, let to):
          #expect(result.remove(at: from) == entry)
          result.insert(entry, at: to)
        }
      }
      #expect(result == list.visible)
      // As few entries as possible are moved: of the entries in both lists, the longest sequence that has the same
      // order in both lists stays in place.
      let places = old.compactMap { entry in list.visible.firstIndex { $0.incarnation == entry.incarnation } }
      let longest =
        (0..<(1 << places.count)).filter { set in
          let part = places.indices.filter { set & (1 << $0) != 0 }.map { places[$0] }
          return part == part.sorted()
        }.map(\.nonzeroBitCount).max() ?? 0
      #expect(changes.count { if case .moved = $0 { true } else { false } } == places.count - longest)
    }
  }
}
