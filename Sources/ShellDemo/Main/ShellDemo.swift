import ArgumentParser
import Lakeside
import SnippetShell

/// The program that `make run DEMO=shell` starts. It serves the pages of a hotel in a shell with native tabs and bars.
@main
struct ShellDemo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ShellDemo", abstract: "Serves pages in a shell with native tabs and bars.")

  @OptionGroup var bridge: BridgeOptions
  @OptionGroup var shell: ShellOptions

  func run() async throws {
    let server = try await Lakeside.makeServer(
      bridge.configuration(root: "public/lakeside"), shell: shell.configuration(title: "Lakeside"))
    try await server.runUntilSignal()
  }
}
