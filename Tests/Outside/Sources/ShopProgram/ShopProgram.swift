import Foundation
import Shop
import SnippetBridge

/// The shop as a program without ArgumentParser. The only argument is the port.
@main
struct ShopProgram {
  static func main() async {
    do {
      let port = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 8080
      let configuration = BridgeConfiguration(port: port, root: FileManager.default.temporaryDirectory.path)
      let server = try BridgeServer(configuration: configuration, prepare: Shop().prepare)
      try await server.runUntilSignal()
    } catch {
      BridgeServer.exit(withError: error)
    }
  }
}
