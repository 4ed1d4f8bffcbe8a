import DSBridge
import Foundation
import SnippetBridgeDevelopment
import Testing

@testable import SnippetBridge

/// The value types of the inspector.
@Suite(.timeLimit(.minutes(5))) struct InspectionValueTests {
  @Test func aSlowLineTransfersMessagesOneAfterAnother() {
    var line = SlowLine()
    #expect(!line.isSlow)
    line.delay = .milliseconds(100)
    #expect(line.isSlow)
    #expect(line.arrival(of: 5_000, now: .seconds(1)) == .milliseconds(1_100))
    line.speed = 10_000
    #expect(line.time(of: 5_000) == .milliseconds(600))
    #expect(line.arrival(of: 5_000, now: .seconds(2)) == .milliseconds(2_600))
    #expect(line.arrival(of: 5_000, now: .milliseconds(2_100)) == .milliseconds(3_100))
    #expect(line.arrival(of: 5_000, now: .seconds(9)) == .milliseconds(9_600))
  }

  @Test func aLineShowsItsWebViews() {
    var first = InspectedNode("Shell", detail: "/")
    (first.webView, first.tab) = ("a", 1)
    first.children = [
      InspectedNode("Tab Home", children: [InspectedNode("Home", webView: "b"), InspectedNode("Gone", webView: "c")])
    ]
    var second = InspectedNode("Home page", detail: "/home.html")
    (second.webView, second.tab) = ("b", 2)
    #expect(first.webViews == ["a", "b", "c"])
    let resolved = first.resolved(["a": first, "b": second])
    #expect(resolved.tab == 1)
    #expect(resolved.children.map(\.label) == ["Tab Home"])
    #expect(resolved.children[0].children.map(\.label) == ["Home page", "Gone"])
    #expect(resolved.children[0].children.map(\.tab) == [2, nil])
  }

  @Test func recordsAreLinesOfARecording() {
    var records = InspectorRecords()
    func line(_ source: ObservedLine.Source, _ verb: String, _ json: String? = nil) -> ObservedLine {
      ObservedLine(
        time: .microseconds(1_500_000), webView: 3, document: 4, source: source,
        fields: WireLine(verb: verb, json: json))
    }
    var ask = line(.page, "ask", "[3,4]")
    (ask.fields.number, ask.fields.name) = (2, "till.total")
    var batch = WireReader.Batch()
    batch.lost = 5
    batch.lines = [
      line(.note, "webView", "\"a\""), line(.note, "opened", "{\"url\":\"http://x/\"}"), ask,
      line(.note, "denied", "{}"),
      line(.note, "closed"),
    ]
    let made = records.records(of: batch)
    #expect(made[0].version == 1)
    func record(_ change: (inout InspectorRecords.Record) -> Void) -> InspectorRecords.Record {
      var record = InspectorRecords.Record(t: 1.5, page: 4, tab: 3)
      change(&record)
      return record
    }
    #expect(made[1] == InspectorRecords.Record(lost: 5))
    #expect(made[2] == record { $0.opened = "{\"url\":\"http://x/\"}" })
    #expect(made[3] == record { ($0.from, $0.line) = ("page", "ask 2 till.total [3,4]") })
    #expect(made[4] == record { ($0.note, $0.json) = ("denied", "{}") })
    #expect(made[5] == record { $0.closed = true })
    #expect(made.count == 6)
    #expect(records.records(of: WireReader.Batch()).isEmpty)
  }
}
