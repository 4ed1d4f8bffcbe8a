import SnippetBridge

@Exposed
struct Calculator {
  func addingOne(to input: Int) -> Int { input + 1 }
}

struct Program {
  static func main() async {
    do {
      let server = try BridgeServer(configuration: .init(root: "public")) { webView in
        webView.addInterface(Calculator(), by: nil)
      }
      try await server.runUntilSignal()
    } catch {
      BridgeServer.exit(withError: error)
    }
  }
}
