import Foundation
import SnippetBridgeTesting
import SnippetShell
import TestSupport
import Testing

/// Pages of other origins in screens: their interfaces, and their visibility.
@Suite(.timeLimit(.minutes(2))) struct ShellRemoteTests {
  private func shop() throws -> HandmadeUpstream {
    try HandmadeUpstream { head, _ in
      let path = head.split(separator: " ")[1]
      if path == "/old" { return "HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n" }
      if path == "/missing" {
        return "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 7\r\n\r\nNothing"
      }
      return .ok("<title>Shop</title>", type: "text/html")
    }
  }

  private func withShop(
    _ shop: HandmadeUpstream, router: Router<BasicRequestContext> = Router(), kiosk: Bool = false,
    test: (TestShell, Shell, BridgeServer, _ shop: String) async throws -> Void
  ) async throws {
    let options = ShellConfiguration(kiosk: kiosk ? .init() : nil)
    try await withShell(
      options: options, router: router,
      configure: { $0.proxiedSites = [ProxiedSite(name: "shop", target: "http://127.0.0.1:\(shop.port)")] }
    ) { browser, shell, server in
      let port = try #require(try await server.urls().last?.port)
      try await test(browser, shell, server, "http://shop.localhost:\(port)")
    }
  }

  private func isLoaded(_ shell: Shell) async -> Bool { await shell.topScreen?.loadingState == .loaded }

  /// Waits until the page is shown, which removes the loading view.
  private func waitUntilShown(_ browser: TestShell, _ source: String) async throws {
    try await browser.wait(for: "\(source), among \(await browser.texts)") { browser in
      browser.topSource == source && browser.node { $0.class?.contains("overlay") == true } == nil
    }
  }

  @Test func aRemotePageIsShown() async throws {
    try await withShop(try shop()) { browser, shell, _, shop in
      // An address with a name of the server leads to the site too.
      for (host, path) in [("shop.localhost", "/"), ("localhost", "/old"), ("127.0.0.1", "/new?x=1")] {
        await shell.push(.url(URL(string: shop.replacing("shop.localhost", with: host) + path)!))
        try await waitUntilShown(browser, shop + path)
        #expect(await isLoaded(shell))
      }
    }
  }

  @Test func aTargetThatIsAwayIsAnErrorView() async throws {
    let shop = try shop()
    try await withShop(shop) { browser, shell, _, address in
      shop.stop()
      await shell.push(.url(URL(string: address + "/")!))
      try await browser.wait(for: "the error view") { $0.texts.contains { $0.contains("does not answer") } }
      #expect(await browser.texts.contains { $0.contains("127.0.0.1:\(shop.port)") })
    }
  }

  @Test func aPageThatIsMissingIsAnErrorView() async throws {
    try await withShop(try shop()) { browser, shell, _, shop in
      await shell.push(.url(URL(string: shop + "/missing")!))
      try await browser.wait(for: "the error view") { $0.texts.contains { $0.contains("status 404") } }
    }
  }

  @Test(arguments: [false, true]) func onlyPagesOfOtherOriginsAreInASandbox(isKiosk: Bool) async throws {
    try await withShop(try shop(), kiosk: isKiosk) { browser, shell, server, shop in
      func sandbox() async -> String? { await browser.node { $0.tag == "iframe" }?.attributes?["sandbox"] }
      try await waitUntilShown(browser, "/home.html")
      #expect(await sandbox() == nil)
      await shell.push(.url(URL(string: shop + "/")!))
      try await waitUntilShown(browser, shop + "/")
      let words = try #require(await sandbox()).split(separator: " ")
      #expect(words.contains("allow-same-origin") && words.contains("allow-scripts"))
      #expect(!words.contains { $0.hasPrefix("allow-top-navigation") || $0.hasSuffix("escape-sandbox") })
      #expect(words.contains("allow-popups") == !isKiosk)
      // The browser would read the path of this page as the URL of another server.
      let own = try await server.url().absoluteString
      await shell.push(.url(URL(string: own + "/127.0.0.1:1/")!))
      try await browser.wait(for: "the page") { $0.topSource?.hasSuffix("/127.0.0.1:1/") == true }
      #expect(await browser.topSource?.hasPrefix("http") == true)
    }
  }

  /// A route redirects to a page of another origin. The shell shows the page in a new iframe, because the iframe of the
  /// route has no sandbox.
  @Test func aRouteThatLeadsToAnotherOriginGetsAnotherIframe() async throws {
    let router = Router()
    router.get("away") { request, _ in
      Response(status: .found, headers: [.location: request.uri.queryParameters.get("to") ?? "/"])
    }
    try await withShop(try shop(), router: router) { browser, shell, _, shop in
      await shell.push(.page("/away?to=\(shop)/"))
      try await waitUntilShown(browser, shop + "/")
      #expect(await shell.stack.count == 2)
    }
  }

  /// If the page of a screen redirects to another server, the screen has no page. So it is removed, and the screen
  /// below is shown again.
  @Test(arguments: [false, true]) func aRouteThatLeadsToAnotherServerShowsNoScreen(isKiosk: Bool) async throws {
    let router = Router()
    router.get("sponsor") { _, _ in Response(status: .seeOther, headers: [.location: "https://example.org/"]) }
    try await withShop(try shop(), router: router, kiosk: isKiosk) { browser, shell, _, _ in
      try await waitUntilShown(browser, "/home.html")
      #expect(try await !browser.topPage().follow("/sponsor"))
      try await browser.wait(for: "the screen") { $0.topSource == "/sponsor" }
      try await browser.wait(for: "the screen below") { $0.topSource == "/home.html" }
      #expect(await shell.stack.count == 1)
      if !isKiosk { try await browser.wait(for: "the window") { $0.opened == ["https://example.org/"] } }
      await shell.replace(.page("/sponsor"))
      try await browser.wait(for: "the error view") { $0.texts.contains("This page could not be loaded") }
      #expect(await browser.texts.contains("This page leads to another server.") == !isKiosk)
    }
  }

  @Test(arguments: [false, true]) func onlyAKioskOpensNoOtherProgram(isKiosk: Bool) async throws {
    try await withShop(try shop(), kiosk: isKiosk) { browser, shell, _, _ in
      try await waitUntilShown(browser, "/home.html")
      let page = try await browser.topPage()
      #expect(try await !page.follow("tel:112"))
      if isKiosk {
        await shell.perform { _ in }
        #expect(await browser.opened.isEmpty)
      } else {
        try await browser.wait(for: "the other program") { $0.opened == ["tel:112"] }
      }
    }
  }

  /// While a page loads, the shell treats a navigation by its script as a redirect, and shows the target in the same
  /// screen. After a click or a key press, it treats a navigation as a proposal, and shows the target in a new screen.
  @Test func whatTheUserDoesWhileAPageLoadsIsAProposal() async throws {
    try await withShell { browser, shell, _ in
      _ = try await browser.topPage()
      let name = try #require(await browser.node { $0.tag == "iframe" }?.attributes?["name"])
      let page = try #require(try await browser.page.openIframe(name, at: "/lake.html", isReady: false))
      #expect(try await page.follow("/inbox.html", isReady: false))
      await page.tell("acted", "true")
      #expect(try await page.follow("/rooms.html") == false)
      try await browser.wait(for: "the screen") { $0.topSource == "/rooms.html" }
      #expect(await shell.stack.count == 2)
    }
  }

  @Test func eachIframeIsPreparedAsWhatItShows() async throws {
    let shop = try shop()
    let (clients, teller) = AsyncStream<WebViewClient?>.makeStream()
    var configuration = BridgeConfiguration(port: 0)
    configuration.documents = MemoryDocuments(["home.html": "<title>Home</title>"])
    configuration.proxiedSites = [ProxiedSite(name: "shop", target: "http://127.0.0.1:\(shop.port)")]
    let server = try BridgeServer(configuration: configuration) { teller.yield($0.client) }
    server.prepare(proxiedSite: "shop") { teller.yield($0.client) }
    server.shell { shell in shell.tabs = [Tab("Home", content: .page("/home.html"))] }
    try await server.run {
      let browser = try await TestShell.open(try await server.url())
      _ = try await browser.topPage()
      let port = try #require(try await server.urls().last?.port)
      await server.shells.first?.push(.url(URL(string: "http://shop.localhost:\(port)/")!))
      try await waitUntilShown(browser, "http://shop.localhost:\(port)/")
      teller.finish()
      var seen: [WebViewClient?] = []
      for await client in clients { seen.append(client) }
      // These are the clients of the shell's page, of its first screen's page, and of the proxied page.
      #expect(seen.count == 3 && seen.allSatisfy { $0 != nil })
      #expect(seen.map { $0?.proxiedSite } == [nil, nil, "shop"])
      await browser.close()
    }
  }

  /// A hello names its iframe. If the document has another origin than expected, it must not receive the interfaces of
  /// that iframe.
  @Test func aDocumentOfAnotherOriginDoesNotTakeAnIframe() async throws {
    try await withShop(try shop()) { browser, shell, server, shop in
      _ = try await browser.topPage()
      let name = try #require(await browser.node { $0.tag == "iframe" }?.attributes?["name"])
      let webView = await shell.topScreen?.webView
      await #expect(throws: TestPageError.self) {
        _ = try await browser.page.openIframe(name, at: shop + "/")
      }
      // The screen shows the document in a new iframe, with a new web view.
      try await waitUntilShown(browser, shop + "/")
      #expect(await shell.topScreen?.webView !== webView)
      #expect(await shell.topScreen?.webView?.client?.proxiedSite == "shop")
    }
  }

  /// A page that is rendered for an iframe is served only to the browser that shows the shell.
  @Test func aMadePageIsOfItsSession() async throws {
    let snippet = Snippet(id: "a", target: .html("<p>secret</p>"))
    try await withShell(prepare: { $0.tabs = [Tab("A", content: .snippet(snippet))] }) { browser, _, server in
      let page = try await browser.topPage()
      #expect(try await page.get("/_bridge/pages/a").contains("secret"))
      let url = try await server.url()
      let http = HTTPExchange(host: "127.0.0.1", port: url.port ?? 0)
      let stranger = try await TestPage.open(url.appending(path: "home.html"))
      let headers = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Site", "same-origin")]
      for cookie in [[], [("Cookie", await stranger.sessionCookie ?? "")]] {
        let reply = try await http.request("GET", "/_bridge/pages/a", headers: headers + cookie)
        #expect(reply.status == 404 && !reply.text.contains("secret"))
      }
      await stranger.close()
    }
  }
}
