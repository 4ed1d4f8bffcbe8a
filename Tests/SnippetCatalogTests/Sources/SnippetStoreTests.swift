import Testing

@testable import SnippetCatalog

@Suite(.timeLimit(.minutes(5))) struct SnippetStoreTests {
  @Test func changesAreReported() async {
    let a = Snippet(id: "a", target: "/a")
    let b = Snippet(id: "b", target: "/b")
    let store = SnippetStore([a])
    let reports = Reports(of: store)
    #expect(await reports.next() == .list([a]))
    store.set([b, a])
    #expect(await reports.next() == .list([b, a]))
    store.remove("b")
    #expect(await reports.next() == .list([a]))
    let new = Snippet(id: "a", target: "/new")
    store.update(new)
    #expect(await reports.next() == .updated(new))
    #expect(await reports.next() == .list([new]))
    store.update(b)
    #expect(await reports.next() == .list([new, b]))
    store.forceRefresh()
    #expect(await reports.next() == .emptied)
    #expect(await reports.next() == .list([new, b]))
    #expect(await reports.end() == [])
  }

  @Test func eachWhoListensIsToldOfUpdates() async {
    let a = Snippet(id: "a", target: "/a")
    let store = SnippetStore([a])
    let listeners = [Reports(of: store), Reports(of: store)]
    for reports in listeners { #expect(await reports.next() == .list([a])) }
    // An update with the same value is reported as well.
    store.update(a)
    for reports in listeners {
      #expect(await reports.next() == .updated(a))
      #expect(await reports.next() == .list([a]))
      #expect(await reports.end() == [])
    }
  }

  @Test("Source defect: a second snippet with the same id is ignored")
  func theLastOfAnIdCounts() {
    let store = SnippetStore([Snippet(id: "a", target: "/1"), Snippet(id: "b", target: "/")])
    store.set([Snippet(id: "a", target: "/1"), Snippet(id: "b", target: "/"), Snippet(id: "a", target: "/2")])
    #expect(store.snippets.map(\.target) == ["/2", "/"])
  }

  @Test func anyThreadMayChangeIt() async {
    let store = SnippetStore()
    let reports = Reports(of: store)
    await withDiscardingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          store.update(Snippet(id: "\(number)", target: "/"))
          if number.isMultiple(of: 2) { store.remove("\(number)") }
        }
      }
    }
    #expect(store.snippets.count == 50)
    while await reports.next() != .list(store.snippets) {}
    _ = await reports.end()
  }
}
