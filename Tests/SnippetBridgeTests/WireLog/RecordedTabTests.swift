import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import SnippetBridgeDevelopment
import TestSupport
import Testing

@testable import SnippetBridge

/// The parts of a recording of one tab.
@Suite(.timeLimit(.minutes(5))) struct RecordedTabTests {
  private func note(_ webView: Int, _ kind: String, _ value: String? = nil) -> ObservedLine {
    ObservedLine(
      time: .zero, webView: webView, document: 0, source: .note,
      fields: WireLine(verb: kind, json: value.map { "\"\($0)\"" }))
  }

  private func line(_ webView: Int) -> ObservedLine {
    ObservedLine(time: .zero, webView: webView, document: 1, source: .page, fields: WireLine(verb: "ask"))
  }

  /// Returns whether each line belongs to the recording that begins after the web view `a`.
  private func contains(_ lines: [ObservedLine]) -> [Bool] {
    var tab = RecordedTab(after: "a")
    return lines.map { tab.contains($0) }
  }

  @Test func aRecordingBeginsWithTheNextWebView() {
    #expect(contains([line(1), note(1, "closed"), note(2, "webView", "b")]) == [false, false, false])
    let next = [note(2, "webView", "b"), note(2, "former", "a"), line(2), note(2, "opened")]
    #expect(contains(next) == [false, true, true, true])
    let other = [note(3, "webView", "c"), note(3, "former", "other"), line(3)]
    #expect(contains(next + other) == [false, true, true, true, false, false, false])
  }

  @Test func itContainsIframesAndLaterWebViews() {
    func new(_ number: Int, _ id: String, _ kind: String, _ known: String) -> [ObservedLine] {
      [note(number, "webView", id), note(number, kind, known), line(number)]
    }
    let iframes = new(2, "b", "former", "a") + new(3, "c", "owner", "b") + new(4, "d", "owner", "c")
    let taken = [false, true, true]
    #expect(contains(iframes) == taken + taken + taken)
    let later = [note(2, "closed"), line(2)] + new(5, "e", "former", "b")
    #expect(contains(iframes + later) == taken + taken + taken + [true, false] + taken)
  }

  @Test func aFullBufferEndsWithAWholeLine() {
    let buffer = RecordingBuffer(maximumSize: 10)
    buffer.append(Array("1234\n".utf8))
    #expect(buffer.size == .init(bytes: 5, lines: 1))
    buffer.append(Array("123456\n".utf8))
    #expect(buffer.size == .init(bytes: 5, lines: 1, isFull: true))
    buffer.append(Array("1\n".utf8))
    #expect(String(decoding: buffer.content, as: UTF8.self) == "1234\n")
  }

  /// An output that notes when its recorder closes it.
  private final class Output: RecordingOutput {
    let isClosed = Mutex(false)

    func append(_ lines: [UInt8]) {}
    func close() { isClosed.withLock { $0 = true } }
  }

  /// A closed inspector page releases its recorder. The recorder then ends, although there are always further entries.
  @Test func aRecorderWithoutAnOwnerEnds() async throws {
    let log = WireLog()
    let tap = log.tap(ofWebView: "b")
    let output = Output()
    weak var released: WireRecorder?
    do {
      let recorder = try WireRecorder(
        of: log, to: output, at: "a", scope: RecordedTab(after: "a"), logger: Logger(label: "recorder"))
      released = recorder
      tap.noted("former", "\"a\"", of: nil)
      withExtendedLifetime(recorder) { #expect(!output.isClosed.withLock { $0 }) }
    }
    let end = ContinuousClock.now + .seconds(Patience.seconds)
    while !output.isClosed.withLock({ $0 }), .now < end {
      tap.noted("connected", "null", of: nil)
      await Task.yield()
    }
    #expect(output.isClosed.withLock { $0 })
    #expect(released == nil)
  }
}
