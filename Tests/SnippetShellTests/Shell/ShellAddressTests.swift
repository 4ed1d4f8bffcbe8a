import Foundation
import SnippetBridgeTesting
import SnippetShell
import TestSupport
import Testing

/// Where screens show what: this server, its remote snippets, and what is neither.
@Suite(.timeLimit(.minutes(2))) struct ShellAddressTests {
  private func shop() throws -> HandmadeUpstream {
    try HandmadeUpstream { head, _ in .ok("<title>Shop</title>\(head.prefix { $0 != "\r\n" })", type: "text/html") }
  }

  @Test func aRemoteSnippetIsShownAtItsOwnPort() async throws {
    let shop = try shop()
    try await withShell(
      configure: { $0.remoteSnippets = [RemoteSnippet(name: "shop", target: "http://127.0.0.1:\(shop.port)")] },
      prepare: { shell in
        shell.tabs = [
          Tab("Named", content: .snippet(Snippet(id: "a", target: "remote://shop/start?x#y"))),
          Tab("Its own address", content: .url(URL(string: "http://127.0.0.1:\(shop.port)/other")!)),
        ]
      }
    ) { browser, shell, server in
      let port = try #require(try await server.urls().last?.port)
      let page = try await browser.topPage()
      #expect(await browser.topSource == "http://127.0.0.1:\(port)/start?x#y")
      #expect(try await page.get("/start?x").contains("GET /start?x HTTP/1.1"))
      try await browser.tap("Its own address")
      try await browser.wait(for: "the other page") { $0.topSource == "http://127.0.0.1:\(port)/other" }
      #expect(await shell.topScreen?.webView?.client?.remoteSnippet == "shop")
    }
  }

  @Test(arguments: [
    ("https://news.example/today", "https://news.example is another server"),
    ("remote://nobody/", "There is no remote snippet \"nobody\""),
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
