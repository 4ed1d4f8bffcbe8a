import ArgumentParser
import DemoServer
import SnippetBridge

/// The program that `make run` starts: the demo page, and the interfaces that the page calls.
@main
struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Demo", abstract: "Serves pages that call Swift and that Swift calls.")

  @OptionGroup var bridge: BridgeOptions

  func run() async throws {
    let (server, downloads) = try DemoServer.make(bridge.configuration(root: "public/snippets"))
    defer { downloads.removeFiles() }
    try await server.runUntilSignal()
  }
}
