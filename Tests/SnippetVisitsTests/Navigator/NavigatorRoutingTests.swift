import DSBridgeLocks
import Foundation
import SnippetBridgeTesting
import Testing

@testable import SnippetVisits

/// Tests of parameters, tabs, and the functions by which a program controls a navigator.
@Suite(.timeLimit(.minutes(4))) struct NavigatorRoutingTests {
  @Test("R4: nil options mean advance; properties come from the rules, parameters from the program")
  func parameters() async throws {
    try await VisitsFixture.run { visits in
      let url = try #require(URL(string: "/numbers", relativeTo: await visits.turbo.page.url)).absoluteURL
      let seen = Mutex<VisitProposal?>(nil)
      await visits.perform { navigator, delegate in
        delegate.decide = { proposal in
          seen.withLock { $0 = proposal }
          return .reject
        }
        navigator.route(url, options: nil, parameters: ["from": "menu"])
      }
      let proposal = try #require(seen.withLock { $0 })
      #expect(proposal.options == VisitOptions(action: .advance))
      #expect(proposal.viewController == "numbers" && proposal.parameters?["from"]?.string == "menu")
    }
  }

  @Test("R25: the visit starts before the stack changes")
  func order() async throws {
    try await VisitsFixture.run { visits in
      let order = Mutex<[String]>([])
      await visits.shell.observe { event, _ in
        if case .screenWillAppear = event { order.withLock { $0.append("appears") } }
      }
      await visits.perform { navigator, delegate in
        delegate.decide = { proposal in
          .acceptCustom(NotingScreen(url: proposal.url) { order.withLock { $0.append("activated") } })
        }
      }
      try await visits.follow("/books")
      #expect(order.withLock { $0.prefix(2) } == ["activated", "appears"])
    }
  }

  private final class NotingScreen: HotwireWebViewController {
    private let note: () -> Void

    init(url: URL, note: @escaping () -> Void) {
      self.note = note
      super.init(url: url, componentTypes: [])
    }

    override func visitableDidActivateWebView(_ webView: WebView) {
      super.visitableDidActivateWebView(webView)
      note()
    }
  }

  @Test("R18: the URL of a proposal with the presentation pop is not loaded; the revealed screen restores its page")
  func pop() async throws {
    try await VisitsFixture.run { visits in
      try await visits.follow("/books")
      await visits.turbo.propose("/pop")
      try await visits.browser.wait(for: "the first page") { $0.title == "/home" }
      #expect(await visits.stacks == "/home")
      // The shell shows a known title before the page receives the command.
      while await visits.turbo.visits.count < 2 { await Task.yield() }
      #expect(await visits.turbo.visits == ["advance /books", "restore /home"])
    }
  }

  @Test("R26: a redirect to another server removes the screen without an animation, and the target is routed")
  func redirectElsewhere() async throws {
    let url = try #require(URL(string: "https://other.example/page"))
    try await VisitsFixture.run { visits in
      try await visits.follow("/books")
      await visits.perform { navigator, _ in
        navigator.session(navigator.session, didProposeVisitToCrossOriginRedirect: url)
      }
      #expect(await visits.stacks == "/home")
      try await visits.browser.wait(for: "the window, and the page below") {
        $0.opened == [url.absoluteString] && $0.title == "/home" && $0.tree?.class == "shell still"
      }
    }
  }

  @Test("R27: Escape in the page of a modal that has no dismiss gesture does nothing")
  func escape() async throws {
    try await VisitsFixture.run { visits in
      await visits.turbo.propose("/pinned")
      try await visits.browser.wait(for: "the sheet") { $0.topSource == "/pinned" }
      let page = try await visits.browser.topPage()
      let modal = await TestTurbo.begin(in: page)
      try await visits.browser.wait(for: "the sheet's title") { $0.title == "/pinned" }
      await page.tell("escape", "null")
      // The page's messages are handled in order, so Escape has been handled when this page is shown.
      await modal.propose("/pinned/2")
      try await visits.browser.wait(for: "the second page") { $0.title == "/pinned/2" }
      #expect(await visits.stacks == "/home | /pinned /pinned/2")
    }
  }

  @Test("R42: after rendering, the current URL is that of the page; a covered screen keeps its own")
  func currentURL() async throws {
    try await VisitsFixture.run { visits in
      await visits.turbo.propose("/books?page=1")
      try await visits.browser.wait(for: "the page") { $0.title == "/books" }
      let paths = await visits.perform { navigator, _ in
        navigator.viewControllers.compactMap { ($0 as? any Visitable)?.currentVisitableURL.pathAndQuery }
      }
      #expect(paths == ["/home", "/books?page=1"])
    }
  }

  @Test("R63: by default an external address opens in a window; the stack stays")
  func external() async throws {
    try await VisitsFixture.run { visits in
      await visits.turbo.propose("https://other.example/page")
      try await visits.browser.wait(for: "the window") { $0.opened == ["https://other.example/page"] }
      #expect(await visits.stacks == "/home")
    }
  }

  @Test("R50: a failure of the network is repeated as a cold boot before it is told", arguments: [0, -1])
  func network(code: Int) async throws {
    try await VisitsFixture.run { visits in
      await visits.turbo.fail("/books", with: code)
      await visits.turbo.propose("/books")
      try await visits.browser.wait(for: "the document") { $0.topSource == "/books" }
      #expect(await visits.perform { $1.errors.isEmpty })
    }
  }

  @Test(
    "R82, R83: each tab has a navigator; a lazy tab starts once, when it is first selected", arguments: [true, false])
  func tabs(isLazy: Bool) async throws {
    var configuration = BridgeConfiguration(port: 0)
    configuration.documents = MemoryDocuments([
      "one": PageContent("<title>one</title>"), "two": PageContent("<title>two</title>"),
    ])
    let server = try BridgeServer(configuration: configuration) { _ in }
    let created = Mutex<InShell<HotwireTabBarController>?>(nil)
    server.shell { shell in
      let tabs = HotwireTabBarController(lazyLoadTabs: isLazy)
      created.withLock { $0 = InShell(tabs) }
      tabs.load(
        ["one", "two"].compactMap { name in URL(string: "/\(name)").map { HotwireTab(title: name, url: $0) } })
    }
    try await server.run {
      let browser = try await TestShell.open(try await server.url())
      let shell = try #require(server.shells.first)
      let tabs = try #require(created.withLock { $0 })
      try await browser.wait(for: "the first tab's page") { $0.topSource == "/one" }
      #expect(await shell.perform { _ in tabs.value.navigator(for: 1)?.stacks.isEmpty } == isLazy)
      #expect(await shell.perform { _ in tabs.value.activeNavigator === tabs.value.navigator(for: 0) })
      for name in ["two", "one", "two"] {
        try await browser.tap(name)
        try await browser.wait(for: "the page of \(name)") { $0.topSource == "/\(name)" }
      }
      #expect(await shell.perform { _ in tabs.value.activeNavigator === tabs.value.navigator(for: 1) })
      #expect(await shell.perform { _ in tabs.value.navigator(for: 1)?.stacks.main.count } == 1)
      await browser.close()
    }
  }
}
