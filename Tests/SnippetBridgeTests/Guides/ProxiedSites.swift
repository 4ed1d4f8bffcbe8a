import SnippetBridge

func configurationWithShop() -> BridgeConfiguration {
  var configuration = BridgeConfiguration()
  configuration.proxiedSites = [
    ProxiedSite(name: "shop", target: "http://localhost:5173", port: 8081)
  ]
  return configuration
}

func stagingShop() -> ProxiedSite {
  ProxiedSite(
    name: "shop", target: "https://staging.example", port: 8081, authorityFile: "certs/our-authority.pem")
}

func shopWithCamera() -> ProxiedSite {
  var site = ProxiedSite(name: "shop", target: "http://localhost:5173", port: 8081)
  site.permissions = ["camera", "clipboard-write"]
  return site
}

func serveShop() async throws {
  let server = try BridgeServer(configuration: configurationWithShop()) { webView in
    webView.addInterface(Printer(), by: "printer")  // for the server's own pages
  }
  server.prepare(proxiedSite: "shop") { webView in
    webView.addInterface(Catalogue(), by: "catalogue")  // for the shop's
  }
  try await server.runUntilSignal()
}

func showNews(on server: BridgeServer) async throws {
  let site = ProxiedSite(name: "news", target: "https://news.example")
  let url = try await server.add(proxiedSite: site) { webView in
    webView.addInterface(Catalogue(), by: "catalogue")
  }
  print("Open", url)  // its port accepts connections
  try server.remove(proxiedSite: "news")
}
