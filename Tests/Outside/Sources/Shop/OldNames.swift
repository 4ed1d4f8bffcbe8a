import SnippetBridge

// Code with old names, from before version 1.0. It compiles, and a warning for each name contains the new one.

func useOldNames(_ server: BridgeServer, _ configuration: inout BridgeConfiguration) {
  let document: Document = "<p>Shop</p>"
  let site: RemoteSnippet? = configuration.remoteSnippets.first
  let part = PagePart.location
  let isolation = Isolation.credentialless
  let value: Untyped<Any?>? = nil
  _ = (document, site, part, isolation, value)
  configuration.webViews.graceTime = .seconds(60)
  configuration.webViews.leaveTime = .seconds(3)
  configuration.webViews.maximumKeptSize = 1 << 20
  configuration.webViews.maximumSentAheadSize = 1 << 20
  configuration.webViews.maximumReadAheadSize = 1 << 20
  configuration.downloads?.areHandedOn = true
  configuration.debugMode = true
  server.prepare(remoteSnippet: "shop") { webView in _ = webView.client?.remoteSnippet }
}

func decide(_ policy: NavigationPolicy) -> NavigationPolicy {
  NavigationPolicy(allow: ["shop.example"], frames: policy.frames)
}

func isPage(_ intercepted: Intercepted, _ price: Newest<Int>) -> Bool { false }
