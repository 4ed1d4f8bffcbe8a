import ArgumentParser
import SnippetBridge

/// The program that `make run` starts: the demo page, and the interfaces that the page calls.
@main
struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Demo", abstract: "Serves pages that call Swift and that Swift calls.")

  @OptionGroup var bridge: BridgeOptions

  func run() async throws {
    var configuration = bridge.configuration(root: "public/snippets")
    configuration.servesDeclarations = true
    try Self.tellPlace(&configuration)
    let downloads = Self.decideNavigations(&configuration)
    defer { downloads.removeFiles() }
    let server = try BridgeServer(configuration: configuration, router: Self.router) {
      [policy = configuration.navigationPolicy] webView in
      prepare(webView, policy: policy, downloads: downloads)
    }
    try await server.runUntilSignal()
  }
}
