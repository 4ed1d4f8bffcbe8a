import ArgumentParser
import SnippetBridge

// The code of docs/writing-a-program.md.

struct Shop {
  static func main() async {
    do {
      let server = try BridgeServer(configuration: BridgeConfiguration(root: "public")) { webView in
        webView.addInterface(Till(), by: "till")
      }
      try await server.runUntilSignal()
    } catch {
      BridgeServer.exit(withError: error)  // Error: Port 8080 of 127.0.0.1 is in use by another program.
    }
  }
}

/// `shop --name Corner --key till.key --web-port 8123 --web-key server.key`
struct ShopCommand: AsyncParsableCommand {
  enum Web: OptionPrefix { static let optionPrefix = "web" }

  @OptionGroup var bridge: PrefixedBridgeOptions<Web>
  @Option(help: "The shop's name.") var name: String
  @Option(help: "The till's key.") var key: String?

  func run() async throws {
    let server = try BridgeServer(configuration: bridge.configuration()) { webView in
      webView.addInterface(Till(), by: "till")
    }
    try await server.runUntilSignal()
  }
}
