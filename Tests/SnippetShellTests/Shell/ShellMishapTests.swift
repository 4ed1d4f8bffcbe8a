import Foundation
import SnippetBridgeTesting
import SnippetShell
import Testing

/// Regression tests for problems that test users found. Some of these users tried to break a shell.
@Suite(.timeLimit(.minutes(2))) struct ShellMishapTests {
  private static let native: @Sendable (isolated Shell) -> Void = { shell in
    shell.tabs = [
      Tab("Home", content: .page("/home.html")),
      Tab("Native", content: .native(title: "Native") { _ in Node.text("Drawn by Swift") }),
      Tab("Pages", content: .pages(Pages([Page("One", content: .page("/lake.html"))]))),
    ]
  }

  @Test func tabsWithoutAPageAreRestoredToo() async throws {
    try await withShell(prepare: Self.native) { browser, _, server in
      // Wait until each tab is shown. Otherwise the update for the first tap could arrive after the second tap.
      for tab in ["Native", "Pages", "Native"] {
        try await browser.tap(tab)
        try await browser.wait(for: tab) { ($0.title == "Native") == (tab == "Native") }
      }
      try await browser.wait(for: "the native screen") { $0.texts.contains("Drawn by Swift") }
      let again = try await TestShell.open(try await server.url(), continuing: browser)
      try await again.wait(for: "the same screen") { $0.texts.contains("Drawn by Swift") && $0.title == "Native" }
      try await again.goBack()
      try await again.wait(for: "the pages") { $0.topSource == "/lake.html" }
    }
  }

  @Test func aPushAboveASheetIsASheet() async throws {
    try await withShell { browser, shell, _ in
      await shell.present(.page("/lake.html"), detent: .medium)
      await shell.push(.page("/rooms.html"))
      try await browser.wait(for: "the sheet") { $0.topSource == "/rooms.html" }
      #expect(await shell.sheets.map(\.detent) == [.medium, .medium])
      await shell.perform { shell in
        shell.dismiss()
        shell.push(.page("/inbox.html"))
      }
      try await browser.wait(for: "the screen") { $0.topSource == "/inbox.html" }
      #expect(await shell.stack.count == 2)
    }
  }

  @Test func whatCannotBeShownLeavesTheRest() async throws {
    try await withShell { browser, shell, _ in
      let long = String(repeating: "x", count: 200_000)
      await shell.push(.native(title: long) { _ in Node.text(long) })
      try await browser.wait(for: "the error view") { $0.texts.contains { $0.contains("100000") } }
      #expect(await shell.topScreen?.title.count == 1000)
      await shell.push(
        .native(title: "Twice") { _ in Node.vstack { [Node.text("a").key("k"), Node.text("b").key("k")] } })
      try await browser.wait(for: "another one") { $0.title == "Twice" && $0.texts.contains { $0.contains("k") } }
      await shell.push(.page("/home.html?" + long))
      try await browser.wait(for: "the address") { $0.texts.contains { $0.contains("The limit is 8192") } }
      let footer = await shell.footer
      await shell.perform { $0.footer = { _ in Node.text(long) } }
      await shell.popToRoot()
      try await browser.wait(for: "the first page") { $0.topSource == "/home.html" && !$0.texts.contains("Inbox") }
      await shell.perform { $0.footer = footer }
      try await browser.tap("Inbox")
      try await browser.wait(for: "the inbox") { $0.topSource == "/inbox.html" }
    }
  }

  @Test(arguments: [
    (Screen.Content.page(""), "The path of a page is empty"),
    (.pages(Pages([])), "at least one page"),
    (
      .pages(Pages([Page("Inner", content: .pages(Pages([Page("A", content: .page("/home.html"))])))])),
      "cannot contain"
    ),
  ])
  func whatShowsNothingSaysSo(content: Screen.Content, reason: String) async throws {
    try await withShell { browser, shell, _ in
      await shell.push(content)
      try await browser.wait(for: "the error view") { $0.texts.contains { $0.contains(reason) } }
    }
  }

  @Test func aStackHasAnEnd() async throws {
    try await withShell { browser, shell, _ in
      let pushed = await shell.perform { shell in (0..<150).filter { _ in shell.push(.page("/lake.html")) != nil }.count
      }
      #expect(pushed == 99)
      await shell.popToRoot()
      try await browser.wait(for: "the first page") { $0.topSource == "/home.html" }
    }
  }

  @Test func theLastTabTakesEverythingAlong() async throws {
    try await withShell { browser, shell, _ in
      await shell.push(.page("/lake.html"))
      await shell.perform { $0.tabs = [] }
      try await browser.wait(for: "nothing") { $0.topSource == nil && $0.texts.contains("There is nothing to show.") }
      #expect(await shell.selectedTab == nil)
      await shell.perform { $0.tabs = [Tab("Rooms", content: .page("/rooms.html"))] }
      try await browser.wait(for: "the new tab") { $0.topSource == "/rooms.html" }
      #expect(await !shell.canGoBack)
    }
  }

  @Test func tabsOfAListComeBackAfterTheShell() async throws {
    let store = SnippetStore([Snippet(id: "late", target: "/inbox.html")])
    let manager = SnippetManager(store)
    try await withShell(prepare: { shell in
      shell.tabs = [Tab("Home", content: .page("/home.html"))]
      shell.show(manager) { [Tab("Home", content: .page("/home.html"))] + $0.map(Tab.init(snippet:)) }
    }) { browser, shell, server in
      let running = Task { await manager.run() }
      defer { running.cancel() }
      try await browser.tap("late")
      try await browser.wait(for: "the snippet") { $0.topSource == "/inbox.html" }
      await shell.push(.page("/lake.html"))
      try await browser.wait(for: "the page above it") { $0.topSource == "/lake.html" }
      let again = try await TestShell.open(try await server.url(), continuing: browser)
      try await again.wait(for: "the same page") { $0.topSource == "/lake.html" }
      try await again.goBack()
      try await again.wait(for: "the snippet below") { $0.topSource == "/inbox.html" }
    }
  }

  @Test func anAddressThatIsOpenedInATabThatHasAShell() async throws {
    try await withShell { browser, shell, server in
      await shell.push(.page("/rooms.html?a"))
      try await browser.wait(for: "the page") { $0.topSource == "/rooms.html?a" }
      try await browser.visit("/lake.html")
      try await browser.wait(for: "what the address names") { $0.topSource == "/lake.html" }
      #expect(await shell.stack.compactMap { $0.url?.path() } == ["/home.html", "/rooms.html", "/lake.html"])
    }
  }

  @Test func aKioskOpensNoWindow() async throws {
    try await withShell(options: ShellConfiguration(kiosk: .init())) { browser, shell, _ in
      let page = try await browser.topPage()
      await shell.perform { shell in
        shell.proposalHandler = { proposal, shell in
          shell.toast("\(proposal.isOfKiosk) \(proposal.defaultDecision)")
          return proposal.defaultDecision
        }
      }
      #expect(try await page.ask("_bridge.intercept", ["url": "https://example.org/"], as: Bool.self).value())
      try await browser.wait(for: "the decision") { $0.texts.contains("true cancel") }
      #expect(await browser.opened.isEmpty)
    }
  }

  @Test func aPageFindsItsShell() async throws {
    try await withShell { browser, shell, server in
      _ = try await browser.topPage()
      let webView = try #require(await shell.topScreen?.webView)
      #expect(server.shell(showing: webView) === shell && server.shell(showing: shell.webView) === shell)
      let other = try await TestPage.open(try await server.url().appending(path: "lake.html"))
      let strange = try #require(server.webViews.first { $0.url?.path() == "/lake.html" })
      #expect(server.shell(showing: strange) == nil)
      await other.close()
    }
  }

  @Test func aDoubleClickIsOne() async throws {
    try await withShell { browser, shell, _ in
      let page = try await browser.topPage()
      try await browser.wait(for: "the page to be loaded") { _ in true }
      #expect(try await page.follow("/lake.html") == false)
      #expect(try await page.follow("/lake.html") == false)
      try await browser.wait(for: "the page") { $0.topSource == "/lake.html" }
      #expect(await shell.stack.count == 2)
    }
  }
}
