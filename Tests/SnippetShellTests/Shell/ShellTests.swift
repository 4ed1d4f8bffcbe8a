import DSBridgeLocks
import Foundation
import SnippetBridgeTesting
import SnippetShell
import TestSupport
import Testing

/// Tests of a shell with a simulated browser, over real sockets.
@Suite(.timeLimit(.minutes(2))) struct ShellTests {
  @Test func theFirstTabIsShownWithItsPage() async throws {
    try await withShell { browser, shell, _ in
      _ = try await browser.topPage()
      #expect(await browser.topSource == "/home.html")
      #expect(await browser.texts.contains("Inbox"))
      #expect(await shell.selectedTab?.id == "Home")
    }
  }

  @Test func aLinkIsAScreenOnTheStackAndBackLeavesIt() async throws {
    try await withShell { browser, shell, _ in
      let page = try await browser.topPage()
      // The page stays, because the shell has handled the navigation.
      #expect(try await page.follow("/lake.html") == false)
      try await browser.wait(for: "the page that was linked") { $0.topSource == "/lake.html" }
      #expect(await shell.canGoBack)
      try await browser.goBack()
      try await browser.wait(for: "the page before") { $0.topSource == "/home.html" }
      try await browser.goForward()
      try await browser.wait(for: "the page that was linked") { $0.topSource == "/lake.html" }
      await shell.pop()
      try await browser.wait(for: "the page before") { $0.topSource == "/home.html" }
      #expect(await shell.canGoForward)
    }
  }

  @Test func theToolbarAndTheBrowserAndSwiftAgree() async throws {
    try await withShell { browser, shell, _ in
      for path in ["/rooms.html", "/inbox.html", "/lake.html"] { await shell.push(.page(path)) }
      try await browser.wait(for: "three pages") { $0.topSource == "/lake.html" }
      try await browser.tap("Back")
      try await browser.wait(for: "the third page") { $0.topSource == "/inbox.html" }
      try await browser.goBack()
      try await browser.wait(for: "the second page") { $0.topSource == "/rooms.html" }
      await shell.popToRoot()
      try await browser.wait(for: "the first page") { $0.topSource == "/home.html" }
      #expect(await shell.canGoBack == false)
      try await browser.tap("Forward")
      try await browser.wait(for: "the second page") { $0.topSource == "/rooms.html" }
    }
  }

  @Test func tabsKeepTheirStacks() async throws {
    try await withShell { browser, shell, _ in
      await shell.push(.page("/lake.html"))
      try await browser.tap("Inbox")
      try await browser.wait(for: "the inbox") { $0.topSource == "/inbox.html" }
      try await browser.tap("Home")
      try await browser.wait(for: "what the tab was left with") { $0.topSource == "/lake.html" }
      try await browser.tap("Home")
      try await browser.wait(for: "the tab's lowest screen") { $0.topSource == "/home.html" }
    }
  }

  /// In Swift 6.3, a closure with a capture list starts outside of the shell's isolation. Such actions must
  /// nevertheless begin in the order of their events.
  @Test func actionsWithACaptureListBeginInTheOrderOfTheirEvents() async throws {
    let typed = Mutex<[String]>([])
    let values = (0..<500).map(String.init)
    try await withShell { browser, shell, _ async throws in
      await shell.perform { shell in
        let field = Node.input(label: "Text", value: "") { [weak shell] event in
          // Every second action takes longer. If actions ran concurrently, a short one would overtake the long one
          // before it.
          let isLong = (Int(event.text ?? "") ?? 0).isMultiple(of: 2)
          let work = isLong ? (0..<2000).reduce("") { "\($0.count) \($1)" } : ""
          typed.withLock { $0.append((event.text ?? "") + work.prefix(0)) }
          await shell?.setNeedsUpdate()
        }
        shell.header = { _ in .vstack { field } }
      }
      let isField = { @Sendable (node: NodeSnapshot) in node.events?.contains(.input) == true }
      try await browser.wait(for: "the field") { $0.node(where: isField) != nil }
      let id = try #require(await browser.node(where: isField)?.id)
      for value in values { await browser.page.tell("shell", "[\"event\",\(id),\"input\",\"\(value)\"]") }
      while typed.withLock({ $0.count }) < values.count { await Task.yield() }
    }
    #expect(typed.withLock { $0 } == values)
  }

  @Test func aTabsIconChanges() async throws {
    try await withShell { browser, shell, _ async throws in
      let isNew = { @Sendable (node: NodeSnapshot) in node.attributes?["d"] == "M1 1L9 9" }
      #expect(await browser.node(where: isNew) == nil)
      await shell.perform { $0.tabs[1].icon = Icon(path: "M1 1L9 9") }
      try await browser.wait(for: "the icon") { $0.node(where: isNew) != nil }
    }
  }

  /// A new document must first receive the whole tree. Patches would refer to nodes that the document does not have.
  @Test func aNewDocumentGetsNoPatchesBeforeTheTree() async throws {
    try await withShell { browser, shell, _ async throws in
      try await browser.page.navigate(isReady: false)
      let (commands, teller) = AsyncStream<String>.makeStream()
      await browser.page.listen(to: "shell") { teller.yield($0) }
      await browser.page.ready()
      await shell.perform { $0.tabs[2].badge = "4" }
      // Wait until the current run of the shell's queue has ended. At its end, the shell updates its page.
      await shell.perform { _ in }
      await browser.page.tell("shell", "[\"lost\"]")
      var words: [Substring] = []
      for await command in commands {
        words.append(command.prefix { $0 != "," })
        if words.last == "[\"tree\"" { break }
      }
      #expect(words == ["[\"history\"", "[\"tree\""])
    }
  }

  /// A new document receives its scroll position before it has loaded, because a document that reloads at once may
  /// never be reported as loaded.
  @Test func everyNewDocumentOfAScreenHearsItsScrollPosition() async throws {
    try await withShell { browser, shell, _ async throws in
      let page = try await browser.topPage()
      let (positions, teller) = AsyncStream<String>.makeStream()
      await page.listen(to: "scroll") { teller.yield($0) }
      await page.tell("scroll", "[0,700]")
      try await browser.wait(for: "the saved position") { $0.savedText.contains("[0,700]") }
      for _ in 0..<3 { try await page.navigate(isReady: false) }
      #expect(await positions.first { _ in true } == "[0,700]")
      // The page is not loaded yet, and the time limit of 30 s has not passed.
      #expect(await shell.topScreen?.loadingState != .loaded)
    }
  }

  @Test func aReloadFindsTheSameStack() async throws {
    try await withShell { browser, shell, server in
      await shell.push(.page("/lake.html"))
      try await browser.wait(for: "the page") { $0.topSource == "/lake.html" }
      try await browser.reload()
      _ = try await browser.topPage()
      #expect(await browser.topSource == "/lake.html")
      #expect(server.shells.count == 1)
      try await browser.goBack()
      try await browser.wait(for: "the page before") { $0.topSource == "/home.html" }
    }
  }

  @Test func twoTabsOfABrowserHaveTwoShells() async throws {
    try await withShell { browser, _, server in
      let other = try await TestShell.open(try await server.url(), cookie: await browser.page.sessionCookie)
      try await other.tap("Inbox")
      try await other.wait(for: "the inbox") { $0.topSource == "/inbox.html" }
      #expect(await browser.topSource == "/home.html")
      #expect(server.shells.count == 2)
      await other.close()
    }
  }

  @Test func aLinkIntoTheShellOpensItsPage() async throws {
    try await withShell { _, _, server in
      let browser = try await TestShell.open(try await server.url(), fragment: "/lake.html?from=mail")
      try await browser.wait(for: "the page") { $0.topSource == "/lake.html?from=mail" }
      try await browser.goBack()
      try await browser.wait(for: "what lies below it") { $0.topSource == "/home.html" }
      await browser.close()
    }
  }

  @Test func aPageThatIsNotThereShowsWhyAndCanBeTriedAgain() async throws {
    try await withShell { browser, shell, _ in
      await shell.bind(errorView: { error, retry in
        Node.vstack { [Node.text("Oh: \(error)"), Node.button("Again") { _ in await retry() }] }
      })
      await shell.push(.page("/missing.html"))
      try await browser.wait(for: "the error") { $0.texts.contains { $0.contains("status 404") } }
      let iframe = try #require(await shell.topScreen?.webView?.id)
      try await browser.tap("Again")
      try await browser.wait(for: "another try") { _ in true }
      var next = await shell.topScreen?.webView?.id
      while next == iframe { next = await shell.topScreen?.webView?.id }
      #expect(next != iframe)
    }
  }

  @Test func aViewAboveTheLimitsIsReplaced() async throws {
    let log = LogRecorder()
    try await withShell(configure: { $0.logger = log.logger }) { browser, shell, _ in
      let deep = (1...100).reduce(Node.text("deep")) { node, _ in Node.vstack { [node] } }
      await shell.bind(errorView: { _ in deep })
      await shell.push(.page("/missing.html"))
      try await browser.wait(for: "the default view") { $0.texts.contains { $0.contains("status 404") } }
      #expect(await !browser.texts.contains("deep"))
      #expect(log.lines.count { $0.contains("a part of the shell is not shown") } == 1)
    }
  }

  @Test func theNearestViewIsShown() async throws {
    try await withShell { browser, shell, _ in
      await shell.perform { shell in
        shell.bind(errorView: { _ in Node.text("the shell's") })
        shell.tabs[1].bind(errorView: { _, _ in Node.text("the tab's") })
        shell.tabs[1].content = .page("/missing.html")
      }
      try await browser.tap("Rooms")
      try await browser.wait(for: "the tab's view") { $0.texts.contains("the tab's") }
      try await browser.tap("Home")
      try await browser.wait(for: "the other tab") { $0.topSource == "/home.html" }
      await shell.push(.page("/missing.html"))
      try await browser.wait(for: "the shell's view") { $0.texts.contains("the shell's") }
    }
  }

  @Test func questionsAreAnswered() async throws {
    try await withShell { browser, shell, _ in
      async let isSure = shell.confirm("Delete?", action: "Delete", isDestructive: true)
      try await browser.tap("Delete")
      #expect(await isSure)
      async let isUnsure = shell.confirm("All of them?")
      try await browser.press("Escape", in: "All of them?")
      #expect(await isUnsure == false)
      async let name = shell.prompt("Your name?", initial: "Ada")
      try await browser.enter("Grace", into: "Your name?")
      try await browser.tap("OK")
      let given = await name
      #expect(given == "Grace")
      async let choice = shell.choose("Which?", from: ["This", "That"])
      try await browser.tap("That")
      #expect(await choice == 1)
      async let read: Void = shell.alert("Done")
      try await browser.tap("OK")
      await read
    }
  }

  @Test func aQuestionInAClosedTabIsCancelled() async throws {
    try await withShell { browser, shell, _ in
      async let answer = shell.prompt("Your name?")
      try await browser.wait(for: "the question") { $0.texts.contains("Your name?") }
      shell.webView.close()
      #expect(await answer == nil)
    }
  }

  @Test func ofSeveralTabsWithOneIDTheFirstIsShown() async throws {
    let log = LogRecorder()
    try await withShell(
      configure: { $0.logger = log.logger },
      prepare: { shell in
        shell.tabs = [
          Tab("Home", content: .page("/home.html")), Tab("Rooms", content: .page("/rooms.html")),
          Tab("Lake", id: "Home", content: .page("/lake.html")),
        ]
      }
    ) { browser, shell, _ in
      #expect(await shell.tabs.map(\.title) == ["Home", "Rooms"])
      #expect(await !browser.texts.contains("Lake"))
    }
    #expect(log.lines.count { $0.hasPrefix("several tabs of a shell have the same id") && $0.contains("Home") } == 1)
  }

  @Test func aTimeoutNamesTheTextsThatAreSeen() async throws {
    try await withShell { _, _, server in
      let browser = try await TestShell.open(try await server.url(), timeLimit: .seconds(1))
      let error = await #expect(throws: TestPageError.self) { try await browser.tap("Gone") }
      #expect(error?.description.contains("\"Gone\"") == true)
      #expect(error?.description.contains("\"Home\", \"Rooms\"") == true)
      await browser.close()
    }
  }

  @Test func nonsenseChangesNothingAndOnlyThatShellHearsIt() async throws {
    try await withShell { browser, shell, _ in
      for message in [
        "[]", "{}", "1", "[\"event\"]", "[\"event\",1e9,\"click\",null]", "[\"event\",-1,\"explode\",null]",
        "[\"moved\",\"nowhere\"]", "[\"position\",\"nowhere\",1e308,true,0]", "[\"swiped\",\"tabs\",9]",
        "[\"geometry\",\"tabs\",{\"buttons\":[],\"guide\":[-1,1],\"content\":[0,0],\"direction\":\"ltr\"}]",
        "[\"open\",\"//evil.example/\"]", "[\"open\",\"javascript:1\"]", "[\"what\"]",
      ] { await browser.tell(message) }
      try await browser.tap("Inbox")
      try await browser.wait(for: "the inbox") { $0.topSource == "/inbox.html" }
      #expect(await shell.selectedTab?.id == "Inbox")
    }
  }

  @Test func aPageWithoutATicketIsNoShell() async throws {
    try await withShell { browser, _, server in
      let page = try await TestPage.open(try await server.url())
      await page.tell("shell", #"["hello",{"ticket":"00000000000000000000000000000000","fragment":""}]"#)
      await page.tell("shell", #"["moved","x"]"#)
      // When this call is answered, the messages before it have been processed.
      _ = try? await page.call("nothing", 1, as: Int.self)
      #expect(server.shells.count == 1)
      await page.close()
      try await browser.tap("Inbox")
    }
  }

  @Test(arguments: [false, true])
  func onlyAKioskShowsNoHost(isKiosk: Bool) async throws {
    let options = ShellConfiguration(kiosk: isKiosk ? .init() : nil)
    try await withShell(
      options: options,
      prepare: { shell in
        ShellFixture.threeTabs(shell)
        shell.header = { Toolbar().body(in: $0) }
      }
    ) { browser, _, server in
      let host = try #require(try await server.url().host())
      _ = try await browser.topPage()
      try await browser.wait(for: "the toolbar") { $0.texts.contains("Home") }
      #expect(await browser.texts.contains(host) == !isKiosk)
    }
  }

  @Test func aKioskThatNobodyTouchesBeginsAnew() async throws {
    let options = ShellConfiguration(kiosk: .init(idleTime: .seconds(60)))
    try await withShell(options: options) { browser, shell, server in
      await shell.push(.page("/lake.html"))
      try await browser.wait(for: "the page") { $0.topSource == "/lake.html" }
      async let answer = shell.confirm("Still there?")
      try await browser.wait(for: "the question") { $0.texts.contains("Still there?") }
      try await browser.idle()
      #expect(await answer == false)
      try await browser.wait(for: "a new shell") { $0.topSource == "/home.html" }
      #expect(server.shells.count == 1)
      #expect(server.shells.first !== shell)
    }
  }

  @Test func anotherSitesAddressOpensOutside() async throws {
    try await withShell { browser, shell, _ in
      _ = try await browser.topPage()
      try await browser.wait(for: "the page to be loaded") { _ in true }
      await shell.perform { shell in
        shell.proposalHandler = { proposal, _ in proposal.isOfServer ? .present(.medium) : proposal.defaultDecision }
      }
      let page = try await browser.topPage()
      #expect(try await !page.follow("https://example.org/"))
      try await browser.wait(for: "the address outside") { $0.opened == ["https://example.org/"] }
      #expect(try await page.follow("/lake.html") == false)
      try await browser.wait(for: "the sheet") { $0.topSource == "/lake.html" }
      #expect(await shell.topScreen?.detent == .medium)
    }
  }
}
