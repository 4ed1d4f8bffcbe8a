import ArgumentParser
import Foundation
import Testing

@testable import SnippetBridgeCommand

/// The subcommand `fleet`, which another program runs.
@Suite(.timeLimit(.minutes(1))) struct FleetPassageTests {
  @Test func `all arguments are passed on`() throws {
    let words = ["call", "--group", "lobby", "ring", "--json", "--help"]
    let command = try #require(try Command.parseAsRoot(["fleet"] + words) as? FleetPassage)
    #expect(command.arguments == words)
  }

  @Test func `the program beside this one is used, or else built`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "snippet-bridge")
    #expect(
      FleetPassage.command(["list"], beside: program) == ["swift", "run", "--quiet", "snippet-bridge-fleet", "list"])
    let other = folder.appending(path: "snippet-bridge-fleet").path
    #expect(FileManager.default.createFile(atPath: other, contents: nil, attributes: [.posixPermissions: 0o755]))
    #expect(FleetPassage.command(["list"], beside: program) == [other, "list"])
  }
}
