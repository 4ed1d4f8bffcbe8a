import DSBridge
import Foundation
import SnippetBridgeDevelopment
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetBridge

/// The log of wire messages, with web views.
@Suite(.timeLimit(.minutes(5))) struct WireLogTests {
  @Test func aServerWithoutAToolHasNoLog() async throws {
    try await TestServer.run { test async throws in #expect(test.server.wireLog == nil) }
  }

  @Test func theLinesOfAPage() async throws {
    try await Recorded.run { test async throws in
      let log = try #require(test.server.wireLog)
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("addingOne", 41, as: Int.self) == 42)
      #expect(try await page.ask("addingOne", 1, as: Int.self).value() == 2)
      var reader = log.reader {}
      var lines: [ObservedLine] = []
      while case let batch = reader.next(limit: 3), !batch.isIdle {
        #expect(batch.lost == 0)
        lines += batch.lines
      }
      let texts = lines.map { "\($0.source) \($0.text)" }
      let opened = try #require(lines.first { $0.verb == "opened" })
      #expect(opened.json == "{\"url\":\"\(test.url.absoluteString)\"}")
      #expect(opened.document == 1)
      let call = try #require(lines.firstIndex { $0.verb == "call" })
      #expect(lines[call].text == "call \(lines[call].number ?? 0) addingOne 41")
      let answer = try #require(lines.firstIndex { $0.verb == "reply" && $0.reference == lines[call].number })
      #expect(call < answer)
      #expect(lines[answer].json == "42")
      #expect(lines[call...answer].contains { $0.verb == "began" && $0.number == lines[call].number })
      #expect(texts.contains("note connected"))
      #expect(lines.map(\.time) == lines.map(\.time).sorted())
      await page.close()
    }
  }

  @Test func anIdleReaderIsWokenOnce() async throws {
    let (wakes, waker) = AsyncStream<Void>.makeStream()
    let log = WireLog()
    let tap = log.tap(ofWebView: "a")
    var reader = log.reader { waker.yield() }
    #expect(reader.next().lines.map(\.verb) == ["webView"])
    tap.noted("one", .init("null"), of: nil)
    #expect(!reader.next().isIdle)
    #expect(reader.next().isIdle)
    tap.noted("two", .init("null"), of: nil)
    tap.noted("three", .init("null"), of: nil)
    var iterator = wakes.makeAsyncIterator()
    await iterator.next()
    #expect(reader.next().lines.map(\.verb) == ["two", "three"])
    #expect(reader.next().isIdle)
    reader.end()
    tap.noted("four", .init("null"), of: nil)
    waker.finish()
    #expect(await iterator.next() == nil)
  }

  @Test func lostEntriesAreCounted() {
    let log = WireLog()
    let tap = log.tap(ofWebView: "a")
    var reader = log.reader {}
    for _ in 0..<60_000 { tap.noted("n", .init("null"), of: nil) }
    let batch = reader.next(limit: 10)
    #expect(batch.lost == 10_001)
    #expect(batch.lines.count == 10)
    #expect(batch.remaining == 49_990)
  }

  @Test func aBatchEndsAfterTheMessageThatReachesTheLimit() throws {
    let log = WireLog()
    let tap = log.tap(ofWebView: "a")
    let document = try #require(DocumentID("0123456789abcdef0123456789abcdef"))
    tap.noted("opened", .init("null"), of: document)
    for first in [1, 4, 7] {
      let lines = (first..<first + 3).map { "ask \($0) f null" }
      tap.arrived(Array(lines.joined(separator: "\n").utf8), of: document)
    }
    var reader = log.reader {}
    #expect(reader.next(limit: 3).lines.map(\.verb) == ["webView", "opened", "ask", "ask", "ask"])
    let rest = reader.next(limit: 3)
    #expect(rest.lines.map(\.number) == [4, 5, 6])
    #expect(rest.remaining == 1)
  }
}
