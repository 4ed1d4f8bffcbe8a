import SnippetBridge

func configurationWithShop() -> BridgeConfiguration {
  var configuration = BridgeConfiguration()
  configuration.remoteSnippets = [
    RemoteSnippet(name: "shop", target: "http://localhost:5173", port: 8081)
  ]
  return configuration
}

func stagingShop() -> RemoteSnippet {
  RemoteSnippet(
    name: "shop", target: "https://staging.example", port: 8081, authorityFile: "certs/our-authority.pem")
}

func bindByOrigin(_ webView: WebView) {
  switch webView.client?.remoteSnippet {
  case nil: webView.addInterface(Printer(), by: "printer")
  case "shop": webView.addInterface(Catalogue(), by: "catalogue")
  default: break
  }
}
