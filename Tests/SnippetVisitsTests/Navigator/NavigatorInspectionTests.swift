import Foundation
import SnippetBridgeDevelopment
import SnippetBridgeTesting
import Testing

@testable import DSBridge
@testable import SnippetBridge
@testable import SnippetVisits

/// The reports of a navigator to the inspector, and recordings of visits.
@Suite(.timeLimit(.minutes(2))) struct NavigatorInspectionTests {
  private struct Note: Decodable, Equatable {
    var url: String
    var patterns: [String]
    var context: String
    var decision: String
  }

  private func notes(of visits: VisitsFixture) throws -> [Note] {
    var reader = try #require(visits.shell.webView.tap as? WireLog.Tap).log.reader {}
    return try reader.next().lines.filter { $0.verb == "visit.proposal" }.compactMap { line in
      var note = try line.json.map { try JSONDecoder().decode(Note.self, from: Data($0.utf8)) }
      if let url = note?.url { note?.url = URL(string: url)?.path() ?? "" }
      return note
    }
  }

  @Test func proposalsAreNotedWithTheirRulesAndDecisions() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "visits-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try await VisitsFixture.run(recordingFile: file) { visits in
      #expect(
        try notes(of: visits) == [Note(url: "/home", patterns: [], context: "default", decision: "accept")])
      await visits.turbo.propose("/new")
      try await visits.browser.wait(for: "the sheet") { $0.topSource == "/new" }
      await visits.perform { navigator, delegate in
        delegate.decide = { _ in .reject }
        navigator.route(navigator.configuration.startLocation.appending(path: "../books"))
      }
      let expected = [
        Note(url: "/new", patterns: ["/new"], context: "modal", decision: "accept"),
        Note(url: "/home/../books", patterns: [], context: "default", decision: "reject"),
      ]
      #expect(try notes(of: visits).dropFirst() == expected[...])
      let tree = await visits.perform { navigator, _ in navigator.inspected }
      #expect(tree.label == "Navigator main" && tree.detail == "1 screens, 1 in the modal")
      #expect(tree.children.map(\.label) == ["Session main", "Session main-modal"])
      #expect(tree.children.allSatisfy { $0.children.count == 1 })
    }
  }

  @Test func visitsAreReplayed() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "visits-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try await VisitsFixture.run(recordingFile: file) { visits in
      await visits.turbo.propose("/books")
      try await visits.browser.wait(for: "the books") { $0.title == "/books" && $0.position == (1, 2) }
      await visits.turbo.propose("/books/1")
      try await visits.browser.wait(for: "a book") { $0.title == "/books/1" && $0.position == (2, 3) }
      try await visits.browser.goBack()
      try await visits.browser.wait(for: "the books again") { $0.title == "/books" && $0.position == (1, 3) }
      await visits.turbo.propose("/new")
      try await visits.browser.wait(for: "the sheet") { $0.topSource == "/new" }
    }
    let recording = try Recording(Data(contentsOf: URL(filePath: file)), name: "visits.jsonl")
    let server = try VisitsFixture.server()
    try await server.run { try await recording.replay(on: server) }
    // In another version of the program, a proposal of `/new` shows nothing.
    let rules = #"{"rules":[{"patterns":["/new"],"properties":{"presentation":"none"}}]}"#
    let changed = try VisitsFixture.server(configure: {
      $0.pathConfiguration = PathConfiguration(sources: [.data(Data(rules.utf8))])
    })
    try await changed.run {
      let error = await #expect(throws: ReplayError.self) {
        try await recording.replay(on: changed, timeLimit: .seconds(2))
      }
      #expect(error?.description.contains("the shell ") == true)
    }
  }
}
