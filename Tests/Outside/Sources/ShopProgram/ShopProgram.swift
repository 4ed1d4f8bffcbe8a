import Shop
import SnippetBridge

@main
struct ShopProgram {
  static func main() async throws {
    let server = try BridgeServer(configuration: .init(root: "public"), prepare: prepare)
    try await server.runUntilSignal()
  }
}
