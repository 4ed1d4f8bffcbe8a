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
