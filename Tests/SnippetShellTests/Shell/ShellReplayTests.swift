import DSBridgeLocks
import Foundation
import SnippetBridge
import SnippetBridgeTesting
import SnippetShell
import Testing

/// The replay of a recorded shell: its pages, and the actions of its user.
@Suite(.timeLimit(.minutes(5))) struct ShellReplayTests {
  @Exposed
  struct Till {
    let price: Int

    /// Returns the price of a number of books.
    func total(books: Int) -> Int { books * price }
  }

  /// The program, in versions that differ.
  private func run(
    recordingTo path: String? = nil, price: Int = 9, more: String = "More", detail: String = "Details",
    _ body: (BridgeServer) async throws -> Void
  ) async throws {
    var configuration = BridgeConfiguration(port: 0)
    configuration.recordingFile = path
    configuration.documents = MemoryDocuments([
      "till.html": PageContent("<title>Till</title>"), "stock.html": PageContent("<title>Stock</title>"),
    ])
    let server = try BridgeServer(configuration: configuration) { $0.addInterface(Till(price: price), by: "till") }
    server.shell { shell in
      let details = Screen.Content.native(title: detail) { _ in .text("All about it") }
      shell.tabs = [
        Tab("Till", content: .page("/till.html")), Tab("Stock", content: .page("/stock.html")),
        Tab(
          "Native",
          content: .native(title: "Native") { _ in .button(more) { [weak shell] _ in await shell?.push(details) } }),
      ]
    }
    try await server.run { try await body(server) }
  }

  /// Uses the program as a user does, and returns the recording.
  private func record() async throws -> Recording {
    let path = FileManager.default.temporaryDirectory.appending(path: "shell-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await run(recordingTo: path) { server in
      let shell = try await TestShell.open(try await server.url())
      let page = try await shell.topPage()
      #expect(try await page.call("till.total", 3, as: Int.self) == 27)
      try await shell.tap("Stock")
      try await shell.wait(for: "the stock") { $0.topSource == "/stock.html" }
      _ = try await shell.topPage()
      try await shell.tap("Native")
      try await shell.tap("More")
      try await shell.wait(for: "the details") { $0.texts.contains("All about it") }
      try await shell.goBack()
      try await shell.wait(for: "the button") { $0.texts.contains("More") }
      await shell.close()
    }
    return try Recording(try Data(contentsOf: URL(filePath: path)), name: "shell.jsonl")
  }

  @Test func theSameProgramShowsTheSame() async throws {
    let recording = try await record()
    try await run { try await recording.replay(on: $0) }
  }

  /// The second click is on the second of two equal buttons, while the third one may still be shown.
  @Test func anActionWaitsForTheOneBefore() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "shell-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func run(recordingTo path: String? = nil, _ body: (BridgeServer) async throws -> Void) async throws {
      var configuration = BridgeConfiguration(port: 0)
      configuration.recordingFile = path
      let server = try BridgeServer(configuration: configuration) { _ in }
      server.shell { shell in
        let rows = Rows()
        shell.tabs = [Tab("Rows", content: .native(title: "Rows") { shell in rows.body(in: shell) })]
      }
      try await server.run { try await body(server) }
    }
    try await run(recordingTo: path) { server in
      let shell = try await TestShell.open(try await server.url())
      for (name, left) in [("a", 2), ("c", 1)] {
        let buttons = try #require(await shell.tree).deleteButtons
        try await shell.send(.click, to: try #require(name == "a" ? buttons.first : buttons.last))
        try await shell.wait(for: "\(left) rows") { $0.tree?.deleteButtons.count == left }
      }
      #expect(await shell.texts.contains("b"))
      await shell.close()
    }
    let recording = try Recording(try Data(contentsOf: URL(filePath: path)), name: "shell.jsonl")
    for _ in 0..<5 { try await run { try await recording.replay(on: $0, timeLimit: .seconds(3)) } }
  }

  @Test func aDifferenceNamesTheLineAndTheElement() async throws {
    let recording = try await record()
    try await run(price: 8, more: "Further") { server in
      let error = await #expect(throws: ReplayError.self) {
        try await recording.replay(on: server, timeLimit: .seconds(2))
      }
      let description = error?.description ?? ""
      #expect(description.contains("till.total answered 24, recorded: 27"))
      #expect(description.contains(#"the shell does not show the button "More""#))
    }
  }

  @Test func theLastScreenIsCompared() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "shell-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await run(recordingTo: path) { server in
      let shell = try await TestShell.open(try await server.url())
      try await shell.tap("Native")
      try await shell.tap("More")
      try await shell.wait(for: "the details") { $0.texts.contains("All about it") }
    }
    let recording = try Recording(try Data(contentsOf: URL(filePath: path)), name: "shell.jsonl")
    try await run { try await recording.replay(on: $0) }
    try await run(detail: "Facts") { server in
      let error = await #expect(throws: ReplayError.self) {
        try await recording.replay(on: server, timeLimit: .seconds(2))
      }
      #expect(error?.description.contains(#"the shell shows "Facts", recorded: "Details""#) == true)
      try await recording.replay(on: server, ignoring: ["shell"], timeLimit: .seconds(2))
    }
  }
}

/// Rows with equal buttons that delete them.
private final class Rows: Sendable {
  private let names = Mutex(["a", "b", "c"])

  func body(in shell: isolated Shell) -> Node {
    let names = names.withLock { $0 }
    return Node.vstack {
      names.map { name in
        Node.hstack {
          [
            Node.text(name),
            Node.button("Delete") { [weak shell] _ in
              self.names.withLock { $0.removeAll { $0 == name } }
              await shell?.setNeedsUpdate()
            },
          ]
        }
      }
    }
  }
}

extension NodeSnapshot {
  fileprivate var deleteButtons: [Int] {
    (tag == "button" && texts == ["Delete"] ? [id] : []) + (children ?? []).flatMap(\.deleteButtons)
  }

  private var texts: [String] { (text.map { [$0] } ?? []) + (children ?? []).flatMap(\.texts) }
}
