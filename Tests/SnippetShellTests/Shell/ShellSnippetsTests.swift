import DSBridgeLocks
import Foundation
import SnippetBridgeTesting
import SnippetShell
import Testing

/// Snippets in a shell: their tabs, and their rendered pages.
@Suite(.timeLimit(.minutes(2))) struct ShellSnippetsTests {
  let shop = Snippet(
    id: "shop", target: "/home.html", props: ["tabName": "Shop", "tabIcon": "home"],
    overrides: [.css("b { color: red }")])
  let news = Snippet(id: "news", target: "/inbox.html", props: ["tabName": "News"])

  private func withSnippets(
    _ snippets: [Snippet], documents: [String: String] = [:],
    router: Router<BasicRequestContext> = Router(), bindings: @escaping @Sendable (isolated Shell) -> Void = { _ in },
    test: (TestShell, SnippetStore, Shell) async throws -> Void
  ) async throws {
    let store = SnippetStore(snippets)
    let manager = SnippetManager(store)
    let running = Task { await manager.run() }
    defer { running.cancel() }
    let prepare: @Sendable (isolated Shell) -> Void = { shell in
      bindings(shell)
      shell.show(manager)
    }
    try await withShell(documents: documents, router: router, prepare: prepare) { browser, shell, _ in
      try await test(browser, store, shell)
    }
  }

  @Test func eachHasATabAndItsPageIsMade() async throws {
    try await withSnippets([shop, news], documents: ["home.html": "<head></head><b>hi</b>"]) { browser, _, _ in
      try await browser.wait(for: "two tabs") { $0.texts.contains("Shop") && $0.texts.contains("News") }
      let page = try await browser.topPage()
      let text = try await page.get("/home.html")
      #expect(text.contains("<style>b { color: red }</style></head>"))
      #expect(text.contains("/_bridge/bridge-"))
      try await browser.tap("News")
      try await browser.wait(for: "the page as it is") { $0.topSource == "/inbox.html" }
    }
  }

  @Test func templatesAreFilledIn() async throws {
    let snippet = Snippet(
      id: "a", target: .html("<p>{{name}} & {{{name}}}</p>"), props: ["name": "Ada <3"], engine: .mustache)
    try await withSnippets([snippet]) { browser, _, _ in
      let page = try await browser.topPage()
      let source = try #require(await browser.topSource)
      #expect(source == "/_bridge/pages/a")
      #expect(try await page.get(source).contains("<p>Ada <3 & Ada <3</p>"))
    }
  }

  @Test func whatChangesIsLoadedAndNothingElse() async throws {
    try await withSnippets([shop, news]) { browser, store, shell in
      let page = try await browser.topPage()
      try await browser.tap("News")
      try await browser.wait(for: "the other page") { $0.topSource == "/inbox.html" }
      let other = try await browser.topPage()
      var changed = shop
      changed.props = ["tabName": "The shop"]
      changed.overrides = [.css("b { color: blue }")]
      store.update(changed)
      try await browser.wait(for: "the tab's new name") { $0.texts.contains("The shop") }
      #expect(try await browser.topPage() === other)
      try await browser.tap("The shop")
      try await browser.wait(for: "the page that was made anew") {
        $0.topSource == "/home.html" && $0.topIframePage != nil && $0.topIframePage !== page
      }
      #expect(try await browser.topPage().get("/home.html").contains("blue"))
    }
  }

  @Test func oneThatIsRemovedTakesItsTabAlong() async throws {
    try await withSnippets([shop, news]) { browser, store, shell in
      try await browser.tap("News")
      try await browser.wait(for: "the page") { $0.topSource == "/inbox.html" }
      store.remove("news")
      try await browser.wait(for: "the tab that is left") { $0.topSource == "/home.html" }
      #expect(await shell.tabs.map(\.id) == ["shop"])
      #expect(await shell.canGoBack == false)
    }
  }

  @Test func oneThatCannotBeFetchedShowsWhy() async throws {
    let missing = Snippet(id: "gone", target: "/missing.html", engine: .mustache)
    try await withSnippets([missing]) { browser, _, _ in
      try await browser.wait(for: "the error view") { $0.texts.contains { $0.contains("404") } }
    }
  }

  @Test("S5: a navigator's reload prepares the page of a snippet again, also after a failure")
  func aReloadPreparesThePageAgain() async throws {
    let count = Mutex(0)
    let router = Router()
    router.get("/count") { _, _ in
      let number = count.withLock { number in
        number += 1
        return number
      }
      if number == 2 { return Response(status: .notFound) }
      return Response(
        status: .ok, headers: [.contentType: "text/html"], body: .init(string: "<p>count \(number)</p>"))
    }
    let navigator = TWSViewNavigator()
    try await withSnippets(
      [Snippet(id: "count", target: "/count", engine: .mustache)], router: router,
      bindings: { $0.bind(navigator: navigator) }
    ) { browser, _, _ in
      let first = try await browser.topPage()
      #expect(try await first.get("/count").contains("count 1"))
      navigator.reload()
      try await browser.wait(for: "the error view") { $0.texts.contains { $0.contains("404") } }
      navigator.reload()
      let third = try await browser.topPage()
      #expect(try await third.get("/count").contains("count 3"))
    }
  }
}
