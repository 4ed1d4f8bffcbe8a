import DSBridge
import Testing

@testable import SnippetBridge

/// The ring of observed messages: its limits and its numbers.
@Suite(.timeLimit(.minutes(5))) struct EventRingTests {
  private func entry(_ size: Int, _ webView: Int = 1) -> EventRing.Entry {
    .init(time: .zero, webView: webView, document: nil, content: .fromPage([UInt8](repeating: 0x20, count: size)))
  }

  @Test func theOldestEntriesAreRemoved() {
    var ring = EventRing(maximumSize: 1_000, maximumCount: 3)
    for webView in 1...5 { ring.add(entry(10, webView)) }
    #expect(ring.first == 2)
    #expect(ring.end == 5)
    let (first, entries) = ring.entries(from: 0, limit: 2)
    #expect(first == 2)
    #expect(entries.map(\.webView) == [3, 4])
    #expect(ring.entries(from: 4, limit: 9).entries.map(\.webView) == [5])
    #expect(ring.entries(from: 5, limit: 9).entries.isEmpty)
  }

  @Test func theSizeIsLimited() {
    var ring = EventRing(maximumSize: 1_000, maximumCount: 100)
    for _ in 1...20 { ring.add(entry(300)) }
    #expect(ring.size <= 1_000)
    #expect(ring.end - ring.first == 2)
  }

  @Test func aMessageAboveTheLimitIsNotKept() {
    var ring = EventRing(maximumSize: 1_000, maximumCount: 100)
    ring.add(entry(10))
    ring.add(entry(5_000))
    #expect(ring.end == 2)
    #expect(ring.size < 1_000)
    guard case .tooLarge = ring.entries(from: 1, limit: 1).entries.first?.content else {
      Issue.record("the message was kept")
      return
    }
  }
}
