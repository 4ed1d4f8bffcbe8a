import ArgumentParser
import Foundation
import Shop
import SnippetBridge

/// The shop as a command. Its options `--name` and `--key` are also names of the bridge's options.
@main
struct ShopCommand: AsyncParsableCommand {
  enum Web: OptionPrefix { static let optionPrefix = "web" }

  @OptionGroup var bridge: PrefixedBridgeOptions<Web>
  @Option(help: "The shop's name.") var name: String
  @Option(help: "The till's key.") var key: String?
  @Flag(help: "Say what was understood, and end.") var explain = false

  func run() async throws {
    let configuration = bridge.configuration(root: FileManager.default.temporaryDirectory.path)
    guard !explain else {
      return print("\(name), \(key ?? "no key"); port \(configuration.port), names \(configuration.names.sorted())")
    }
    let server = try BridgeServer(configuration: configuration, prepare: Shop().prepare)
    try await server.runUntilSignal()
  }
}
