import Foundation
import Lakeside
import Logging
import SnippetBridgeTesting
import SnippetShell
import Testing

/// A session with the demo of the shell in Chromium, which was recorded with `ShellDemo --record`: tabs, a swiped page,
/// a native screen, Back and Forward.
@Suite(.timeLimit(.minutes(5))) struct ShellDemoRecordingTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private func replay(_ change: (String) -> String = { $0 }, timeLimit: Duration = .seconds(20)) async throws {
    let file = Self.folder.appending(path: "../../Recordings/lakeside.jsonl")
    let text = change(try String(contentsOf: file, encoding: .utf8))
    let root = Self.folder.appending(path: "../../../../public/lakeside").standardized.path(percentEncoded: false)
    var logger = Logger(label: "demo")
    logger.logLevel = .critical
    let server = try await Lakeside.makeServer(
      BridgeConfiguration(port: 0, root: root, loops: 2, logger: logger))
    try await server.run {
      try await Recording(Data(text.utf8), name: "lakeside.jsonl").replay(on: server, timeLimit: timeLimit)
    }
  }

  @Test func theShellShowsWhatWasRecorded() async throws { try await replay() }

  @Test func aBrokenCopyFails() async throws {
    let error = await #expect(throws: ReplayError.self) {
      try await replay({ $0.replacing("House rules", with: "Rules of the house") }, timeLimit: .seconds(2))
    }
    #expect(error?.description.contains("recorded: \"Rules of the house\"") == true)
  }
}
