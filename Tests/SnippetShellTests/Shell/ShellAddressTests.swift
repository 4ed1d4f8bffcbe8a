import Foundation
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetShell

/// The URLs of screens: of this server, of its proxied sites, and of other servers.
@Suite(.timeLimit(.minutes(2))) struct ShellAddressTests {
  @Test(arguments: [
    ("http://host/_bridge/shell", true), ("http://HOST:80/_bridge/shell", true),
    ("http://host:81/_bridge/shell", false), ("https://host/_bridge/shell", false), ("http://host/home.html", false),
  ])
  func theShellsOwnAddressIsRecognized(url: String, isShell: Bool) async throws {
    let url = try #require(URL(string: url))
    try await withShell { _, shell, _ in
      #expect(await shell.module?.isShell(url, seenFrom: "http://host") == isShell)
    }
  }

  private func shop() throws -> HandmadeUpstream {
    try HandmadeUpstream { head, _ in .ok("<title>Shop</title>\(head.prefix { $0 != "\r\n" })", type: "text/html") }
  }

  @Test func aProxiedSiteIsShownAtItsOwnPort() async throws {
    let shop = try shop()
    try await withShell(
      configure: { $0.proxiedSites = [ProxiedSite(name: "shop", target: "http://127.0.0.1:\(shop.port)")] },
      prepare: { shell in
        shell.tabs = [
          Tab("Named", content: .snippet(Snippet(id: "a", target: "remote://shop/start?x#y"))),
          Tab("Its own address", content: .url(URL(string: "http://127.0.0.1:\(shop.port)/other")!)),
        ]
      }
    ) { browser, shell, server in
      let port = try #require(try await server.urls().last?.port)
      let page = try await browser.topPage()
      #expect(await browser.topSource == "http://shop.localhost:\(port)/start?x#y")
      #expect(try await page.get("/start?x").contains("GET /start?x HTTP/1.1"))
      try await browser.tap("Its own address")
      try await browser.wait(for: "the other page") { $0.topSource == "http://shop.localhost:\(port)/other" }
      _ = try await browser.topPage()
      #expect(await shell.topScreen?.webView?.client?.proxiedSite == "shop")
    }
  }

  /// The browser does not ask again if the user has granted a feature to the shell's page.
  @Test(arguments: [[], ["camera", "clipboard-read"]])
  func aProxiedSiteHasOnlyThePermissionsThatTheProgramNames(names: [String]) async throws {
    let shop = try shop()
    var site = ProxiedSite(name: "shop", target: "http://127.0.0.1:\(shop.port)")
    site.permissions = Set(names)
    try await withShell(
      configure: { [site] in $0.proxiedSites = [site] },
      prepare: { $0.tabs = [Tab("Shop", content: .url(URL(string: "http://127.0.0.1:\(shop.port)/")!))] }
    ) { browser, shell, _ in
      _ = try await browser.topPage()
      let usual = ["autoplay", "encrypted-media", "fullscreen", "picture-in-picture", "screen-wake-lock"]
      #expect(
        await browser.node { $0.tag == "iframe" }?.attributes?["allow"] == (usual + names).joined(separator: "; "))
      await shell.push(.page("/home.html"))
      try await browser.wait(for: "the own page") { $0.topSource == "/home.html" }
      #expect(await browser.node { $0.tag == "iframe" }?.attributes?["allow"]?.contains("microphone") == true)
    }
  }

  /// The iframe brings the admission of the shell's page to the site.
  @Test func aProxiedSiteNeedsNoTokenOfItsOwn() async throws {
    let shop = try shop()
    let token = "open-sesame_0123456789"
    try await withShell(
      configure: {
        $0.proxiedSites = [ProxiedSite(name: "shop", target: "http://127.0.0.1:\(shop.port)")]
        $0.token = AccessToken(token)
      },
      prepare: { $0.tabs = [Tab("Shop", content: .snippet(Snippet(id: "a", target: "remote://shop/start")))] },
      access: PageAccess(token: token)
    ) { browser, _, server in
      #expect(try await browser.topPage().get("/start").contains("GET /start HTTP/1.1"))
      // The address of the iframe is valid once.
      let source = try #require(await browser.node { $0.tag == "iframe" }?.attributes?["src"])
      let url = try #require(URL(string: source))
      let again = try await HTTPExchange(host: url.host() ?? "", port: url.port ?? 0)
        .request("GET", "\(url.path())?\(url.query() ?? "")")
      #expect(again.status == 303)
      let site = try await HTTPExchange(host: url.host() ?? "", port: url.port ?? 0).request("GET", "/start")
      #expect(site.status == 401)
    }
  }

  @Test func aProxiedSitesPageIsMadeHere() async throws {
    let shop = try HandmadeUpstream { head, _ in
      let line = head.prefix { $0 != "\r\n" }
      if line.hasPrefix("GET /old") {
        return "HTTP/1.1 302 Found\r\nLocation: /new\r\nSet-Cookie: hop=1\r\nContent-Length: 0\r\n\r\n"
      }
      if line.hasPrefix("GET /style.css") { return .ok("b { color: red }", type: "text/css") }
      let language = head.headerValue("Accept-Language") ?? "none"
      let cookies = head.headerValue("Cookie") ?? "none"
      return .ok(
        "<head></head>{{a}} \(language) \(cookies) \(line)", type: "text/html",
        headers: ["Set-Cookie: page=2; HttpOnly"])
    }
    let target = "http://127.0.0.1:\(shop.port)"
    let snippet = Snippet(
      id: "shop", target: "remote://shop/old", props: ["a": "filled in"], engine: .mustache,
      headers: ["Accept-Language": "sl"],
      dynamicResources: [.init(.css, .at(.url(URL(string: target + "/style.css")!)))])
    try await withShell(
      configure: { $0.proxiedSites = [ProxiedSite(name: "shop", target: target)] },
      prepare: { $0.tabs = [Tab("Shop", content: .snippet(snippet))] }
    ) { browser, shell, server in
      let port = try #require(try await server.urls().last?.port)
      let page = try await browser.topPage()
      #expect(await browser.topSource == "http://shop.localhost:\(port)/old")
      let text = try await page.get("/old")
      #expect(text.contains("<style>b { color: red }</style></head>filled in sl none GET /new HTTP/1.1"))
      #expect(text.contains("/_bridge/bridge-"))
      // The page's own requests also go to the target, with the cookies that the target has set during the redirect.
      #expect(try await page.get("/other").contains("{{a}} none hop=1; page=2 GET /other"))
    }
  }

  @Test(arguments: [
    ("https://news.example/today", "https://news.example is another server"),
    ("remote://nobody/", "There is no proxied site \"nobody\""),
  ])
  func whatCanBeNowhereSaysSoAtOnce(target: String, reason: String) async throws {
    let target = try Snippet.Target(parsing: target)
    try await withShell(prepare: { shell in
      shell.tabs = [Tab("News", content: .snippet(Snippet(id: "news", target: target)))]
    }) { browser, shell, _ in
      try await browser.wait(for: "the error view") { $0.texts.contains { $0.contains(reason) } }
      try await browser.tap("Retry")
      _ = await shell.perform { $0.push(.page("/home.html")) }
      _ = try await browser.topPage()
    }
  }

  /// `.page` accepts only paths. A URL is an error, even if it is that of a proxied site.
  @Test(arguments: [
    ("/today", "is not a path of this server, and https://news.example is another server"),
    ("//other.example/", "is not a path of this server, and http://other.example is another server"),
    ("shop", "an address of the proxied site \"shop\""),
  ])
  func aPageOfAnotherServerIsRefusedAtOnce(path: String, reason: String) async throws {
    let target = "http://shop.example:9"
    let page = path == "shop" ? target + "/start" : path == "/today" ? "https://news.example/today" : path
    try await withShell(
      configure: { $0.proxiedSites = [ProxiedSite(name: "shop", target: target)] },
      prepare: { $0.tabs = [Tab("Page", content: .page(page))] }
    ) { browser, shell, server in
      try await browser.wait(for: "the error view") { $0.texts.contains { $0.contains(reason) } }
      // A full URL of the server itself is accepted in place of a path.
      let own = try await server.url().absoluteString
      _ = await shell.perform { $0.push(.page(own + "home.html")) }
      _ = try await browser.topPage()
    }
  }

  @Test func aRouteIsATarget() async throws {
    let router = Router()
    router.get("greeting/:name") { request, context in
      let language = request.headers[.acceptLanguage] ?? "none"
      return Response(
        status: .ok, headers: [.contentType: "text/html"],
        body: ResponseBody(string: "<p>{{greeting}} \(try context.parameters.require("name")), \(language)</p>"))
    }
    let snippet = Snippet(
      id: "a", target: "/greeting/Ada", props: ["greeting": "Hello"], engine: .mustache,
      headers: ["Accept-Language": "sl"])
    try await withShell(
      router: router, prepare: { $0.tabs = [Tab("A", content: .snippet(snippet))] }
    ) { browser, _, _ in
      let page = try await browser.topPage()
      #expect(try await page.get("/greeting/Ada").contains("<p>Hello Ada, sl</p>"))
    }
  }
}
