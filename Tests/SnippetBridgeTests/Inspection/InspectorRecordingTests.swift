import DSBridge
import Foundation
import SnippetBridgeDevelopment
import Testing

@testable import SnippetBridge
@testable import SnippetBridgeTesting

/// The inspector's recordings, over sockets.
@Suite(.timeLimit(.minutes(5))) struct InspectorRecordingTests {
  private struct Status: Decodable {
    var name: String
    var testName: String
    var tab: Int
    var isRunning: Bool
    var lines: Int
  }

  private struct Record: Decodable {
    var closed: Bool?
    var tab: Int?
  }

  /// Starts a recording of the page, and shows the page's next document, as its browser would.
  private func record(_ page: TestPage, tab: Int = 1, by inspector: TestPage) async throws {
    let status = try await inspector.ask("inspector.record", tab, as: Status?.self).value()
    #expect(status?.isRunning == true)
    try await waitUntilClosed(tab, inspector)
    try await page.navigate()
  }

  /// Waits until the timeline shows that a web view was closed.
  private func waitUntilClosed(_ tab: Int, _ inspector: TestPage) async throws {
    var isClosed = false
    while !isClosed {
      let records = try await inspector.ask("inspector.next", 1, as: [Record].self).value()
      isClosed = records.contains { $0.closed == true && $0.tab == tab }
    }
  }

  private func stop(_ inspector: TestPage) async throws -> String {
    let status = try #require(try await inspector.ask("inspector.stopRecording", as: Status?.self).value())
    #expect(!status.isRunning)
    let text = try await inspector.ask("inspector.recordingFile", as: String.self).value()
    #expect(text.split(separator: "\n").count == status.lines)
    return text
  }

  /// Replays a recording on a new server.
  private func replay(_ text: String, secrets: [String: any Encodable & Sendable] = [:]) async throws {
    try await TestServer.run { test async throws in
      try await Recording(Data(text.utf8), name: "till.jsonl").replay(
        on: test.server, secrets: secrets, timeLimit: .seconds(20))
    }
  }

  @Test func aRecordingFromTheMiddleOfASessionReplays() async throws {
    var recorded = ""
    try await InspectorTests.run { test, page, inspector in
      // The state and the unanswered call of the web view before are not part of the recording.
      #expect(try await page.call("run", as: Int.self) == 1)
      let unanswered = try await page.post("forget", as: Int.self)
      let other = try await TestPage.open(test.url)
      try await record(page, by: inspector)
      await #expect(throws: (any Error).self) { try await unanswered.all() }
      #expect(try await page.call("run", as: Int.self) == 1)
      #expect(try await page.ask("addingOne", 41, as: Int.self).value() == 42)
      #expect(try await page.post("tick", 1, as: Int.self).all() == [2, 3, 4])
      await #expect(throws: CallFailure.self) { try await page.call("fail", as: Int.self) }
      _ = try? await page.callText("unknown", #"{"password":"hunter2"}"#)
      try await page.navigate()
      #expect(try await page.call("run", as: Int.self) == 2)
      _ = try await other.call("echo", "of another tab", as: String.self)
      await other.close()
      recorded = try await stop(inspector)
    }
    #expect(recorded.hasPrefix("{\"version\":1,\"program\":\""))
    #expect(recorded.contains("•••"))
    for text in ["hunter2", "of another tab", "forget ds"] { #expect(!recorded.contains(text)) }
    try await replay(recorded, secrets: ["password": "hunter2"])
    let error = await #expect(throws: ReplayError.self) {
      try await replay(recorded.replacing(/reply ([0-9]+) 42/) { "reply \($0.1) 43" }, secrets: ["password": "hunter2"])
    }
    #expect(error?.description.contains(": addingOne answered 42, recorded: 43") == true)
  }

  @Test func theFormatIsThatOfTheOption() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var recorded = ""
    try await InspectorTests.run(configure: { $0.recordingFile = path }) { _, page, inspector in
      try await record(page, by: inspector)
      #expect(try await page.call("addingOne", 1, as: Int.self) == 2)
      await page.close()
      recorded = try await stop(inspector)
    }
    // The numbers of pages differ, because the file also contains the page before.
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { String($0.replacing(/"page":[0-9]+/, with: "")) }
    }
    let all = lines(try String(contentsOfFile: path, encoding: .utf8))
    let some = lines(recorded)
    #expect(some.count > 4)
    #expect(some.prefix(2) == all.prefix(2))
    let start = try #require(all.firstIndex(of: some[2]))
    #expect(all[start...].prefix(some.count - 2) == some.dropFirst(2))
  }

  @Test func theTestIsThatOfTheCommand() async throws {
    try await InspectorTests.run { _, page, inspector in
      try await record(page, by: inspector)
      #expect(try await page.call("addingOne", 1, as: Int.self) == 2)
      let text = try await stop(inspector)
      let status = try #require(try await inspector.ask("inspector.recording", as: Status?.self).value())
      let test = try await inspector.ask("inspector.recordingTest", as: String.self).value()
      #expect(test == (try RecordedSession(Data(text.utf8), name: status.name).test))
      #expect(test.contains("//   addingOne(input: number): Promise<number>\n"))
      #expect(status.testName.hasSuffix("SessionTests.swift"))
      #expect(test.contains("struct \(status.testName.dropLast(".swift".count)) {"))
    }
  }

  @Test func eachInspectorRecordsOnItsOwn() async throws {
    try await InspectorTests.run { test, page, inspector in
      let other = try await TestPage.open(inspector.url)
      try await record(page, by: inspector)
      #expect(try await other.ask("inspector.recording", as: String.self).value() == "")
      let failure = await #expect(throws: CallFailure.self) {
        try await inspector.ask("inspector.record", 2, as: Status?.self).value()
      }
      #expect(failure?.message == "A recording is running. Stop it before you start another one.")
      // Another recording of the same tab restarts the web view again. The first one contains both.
      #expect(try await other.ask("inspector.begin", as: Int.self).value() == 1)
      try await record(page, tab: 2, by: other)
      #expect(try await page.call("run", as: Int.self) == 1)
      let first = try await stop(inspector)
      let second = try await stop(other)
      #expect(first.split(separator: "opened").count == 3)
      #expect(second.split(separator: "opened").count == 2)
      try await replay(first)
      try await replay(second)
      _ = try await inspector.ask("inspector.discardRecording", as: String.self).value()
      #expect(try await inspector.ask("inspector.recording", as: String.self).value() == "")
      let missing = await #expect(throws: CallFailure.self) {
        try await inspector.ask("inspector.recordingFile", as: String.self).value()
      }
      #expect(missing?.message == "There is no recording.")
      await other.close()
    }
  }

  @Test func aTabThatIsClosedEndsItsPart() async throws {
    var recorded = ""
    try await InspectorTests.run(configure: { $0.webViews.closeDelay = .milliseconds(1) }) { _, page, inspector in
      try await record(page, by: inspector)
      #expect(try await page.call("run", as: Int.self) == 1)
      await page.close()
      try await waitUntilClosed(2, inspector)
      recorded = try await stop(inspector)
    }
    #expect(recorded.hasSuffix("\"closed\":true}\n"))
    try await replay(recorded)
  }

  @Test func theIframesOfAShellBelongToItsTab() async throws {
    try await InspectorTests.run { test, page, inspector in
      try await record(page, by: inspector)
      let webView = try #require(test.server.webViews.first)
      let iframe = try #require(test.server.makeWebView(forIframe: "screen", in: webView, asksAboutAll: false))
      let number = try #require(iframe.logNumber)
      iframe.close()
      try await waitUntilClosed(number, inspector)
      let recorded = try await stop(inspector)
      #expect(recorded.contains("\"tab\":\(number),\"closed\":true}\n"))
    }
  }

  @Test func anIframeIsRecordedWithItsPage() async throws {
    try await InspectorTests.run { test, _, inspector in
      let plain = try await TestPage(test.url, iframe: "advertisement").begin()
      let failure = await #expect(throws: CallFailure.self) {
        try await inspector.ask("inspector.record", 2, as: Status?.self).value()
      }
      #expect(failure?.message == "Web view 2 is in an iframe. Record the web view of the page that contains it.")
      let webView = try #require(test.server.webViews.first)
      let iframe = try #require(test.server.makeWebView(forIframe: "screen", in: webView, asksAboutAll: false))
      let number = try #require(iframe.logNumber)
      let status = try await inspector.ask("inspector.record", number, as: Status?.self).value()
      #expect(status?.tab == 1)
      await plain.close()
    }
  }
}
