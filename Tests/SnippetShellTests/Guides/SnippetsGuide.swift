// The Swift code of docs/guides/snippets.md.
import SnippetShell

func sources(of listURL: URL) -> [any SnippetSource] {
  let shop = Snippet(id: "shop", target: "/shop.html", props: ["tabName": "Shop"], engine: .mustache)
  return [
    SnippetStore([shop]),  // from Swift
    SnippetFile("snippets.json", origins: ["https://shop.example"]),  // from a project file, which is watched
    SnippetServer(listURL, origins: ["https://shop.example"]),  // from a server
  ]
}

func showSnippets(of server: BridgeServer) async throws {
  let manager = SnippetManager(SnippetFile("snippets.json"))
  server.shell { shell in
    shell.show(manager) { snippets in  // without this closure: a tab for each snippet
      snippets.map { Tab(snippet: $0) } + [Tab("Help", icon: .info, content: .page("/help.html"))]
    }
  }
  let list = Task { await manager.run() }
  defer { list.cancel() }
  try await server.runUntilSignal()
}

func staging(_ listURL: URL) -> SnippetServer {
  let transport = WebTransport(authorityFile: "staging-authority.pem")
  return SnippetServer(
    listURL, headers: ["Authorization": "Bearer …"], origins: ["https://shop.example"], transport: transport)
}
