import DSBridgeLocks
import Foundation
import TestSupport
import Testing

@testable import SnippetCatalog

@Suite(.timeLimit(.minutes(5))) struct SnippetManagerTests {
  private static let start = Date(timeIntervalSince1970: 1_000_000)

  private func snippet(_ id: String, from: TimeInterval? = nil) -> Snippet {
    Snippet(id: id, target: "/", visibility: from.map { .init(from: Self.start.addingTimeInterval($0)) })
  }

  /// A source that reports events which a test provides.
  private struct Script: SnippetSource {
    let events: AsyncStream<SnippetEvent>
    let refreshes: AsyncStream<Void>.Continuation

    func run(reporting report: @escaping @Sendable (SnippetEvent) async -> Void) async {
      for await event in events { await report(event) }
    }

    func forceRefresh() { refreshes.yield() }
  }

  @Test("Each who listens gets the whole list first, then what changes, as one if it comes late")
  func listening() async throws {
    let store = SnippetStore([snippet("a"), snippet("b")])
    let manager = SnippetManager(store)
    var updates = manager.updates.makeAsyncIterator()
    let running = Task { await manager.run() }
    let first = try #require(await updates.next())
    #expect(first.entries.map(\.id) == ["a", "b"])
    #expect(first.changes == [.inserted(first.entries[0], at: 0), .inserted(first.entries[1], at: 1)])
    store.remove("a")
    let second = try #require(await updates.next())
    #expect(second.changes == [.removed(first.entries[0], at: 0)])
    store.set([snippet("b"), snippet("c")])
    var others = manager.updates.makeAsyncIterator()
    var late = await others.next()
    while late?.entries.count == 1 { late = await others.next() }
    #expect(late?.entries.map(\.id) == ["b", "c"])
    #expect(await manager.snippets.map(\.id) == ["b", "c"])
    #expect(await updates.next()?.changes.map(\.entry.id) == ["c"])
    running.cancel()
    await running.value
    #expect(await updates.next() == nil)
  }

  @Test func localPropsAndEntries() async {
    let manager = SnippetManager(SnippetStore([snippet("a"), snippet("b", from: 1e12)]))
    let running = Task { await manager.run() }
    var updates = manager.updates.makeAsyncIterator()
    _ = await updates.next()
    await manager.set(localProps: ["x": 1], to: "a")
    #expect(await updates.next()?.entries.first?.snippet.props == ["x": 1])
    #expect(await manager.entry("a")?.snippet.props == ["x": 1])
    #expect(await manager.entry("b") != nil)
    #expect(await manager.snippets.map(\.id) == ["a"])
    running.cancel()
    await running.value
    // A reader that starts after the end first receives the last list.
    var late = manager.updates.makeAsyncIterator()
    #expect(await late.next()?.entries.map(\.id) == ["a"])
    #expect(await late.next() == nil)
  }

  @Test("An empty list is a list")
  func emptyList() async {
    let manager = SnippetManager(SnippetStore())
    let running = Task { await manager.run() }
    var updates = manager.updates.makeAsyncIterator()
    #expect(await updates.next() == .init(entries: [], changes: []))
    running.cancel()
  }

  @Test("A7: after a forced refresh everything is another")
  func forcedRefresh() async throws {
    let manager = SnippetManager(SnippetStore([snippet("a")]))
    let running = Task { await manager.run() }
    var updates = manager.updates.makeAsyncIterator()
    let before = try #require(await updates.next()?.entries.first)
    manager.forceRefresh()
    var changes = try #require(await updates.next()).changes
    // The snippet is removed and inserted again. The changes may arrive in one update or in two.
    if changes.count == 1 { changes += await updates.next()?.changes ?? [] }
    #expect(changes.first == .removed(before, at: 0))
    #expect(changes.last?.entry.incarnation != before.incarnation)
    running.cancel()
  }

  @Test("Snippets come and go by the server's time, whatever this machine's clock says")
  func serverTime() async throws {
    let clock = TestClock()
    let (events, sink) = AsyncStream<SnippetEvent>.makeStream()
    let manager = SnippetManager(
      Script(events: events, refreshes: AsyncStream.makeStream().continuation), clock: clock,
      now: { .distantFuture })
    let running = Task { await manager.run() }
    var updates = manager.updates.makeAsyncIterator()
    sink.yield(.list([snippet("a"), snippet("b", from: 10), snippet("c", from: 20)], serverTime: Self.start))
    #expect(await updates.next()?.entries.map(\.id) == ["a"])
    await clock.sleepers(1)
    clock.advance(by: .seconds(10.001))
    #expect(await updates.next()?.entries.map(\.id) == ["a", "b"])
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    #expect(await updates.next()?.entries.map(\.id) == ["a", "b", "c"])
    #expect(!clock.isAwaited)
    running.cancel()
  }

  @Test("This machine's clock may be set while a snippet waits")
  func aClockThatIsSet() async throws {
    let clock = TestClock()
    let date = Mutex(Date(timeIntervalSince1970: 0))
    let manager = SnippetManager(
      SnippetStore([snippet("a", from: 0)]), clock: clock, now: { date.withLock { $0 } })
    let running = Task { await manager.run() }
    var updates = manager.updates.makeAsyncIterator()
    #expect(await updates.next()?.entries == [])
    date.withLock { $0 = Self.start }
    await clock.sleepers(1)
    clock.advance(by: SnippetManager.longestWait)
    #expect(await updates.next()?.entries.map(\.id) == ["a"])
    running.cancel()
  }
}
