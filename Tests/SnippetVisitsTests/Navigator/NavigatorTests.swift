import Foundation
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetVisits

/// A navigator with its sessions, a shell and a simulated browser, over real sockets.
@Suite(.timeLimit(.minutes(4))) struct NavigatorTests {
  @Test("R2: start shows the start location; a second start logs a warning and does nothing")
  func start() async throws {
    let log = LogRecorder()
    try await VisitsFixture.run {
      $0.logger = log.logger
    } test: { visits in
      #expect(await visits.stacks == "/home")
      #expect(log.lines.isEmpty)
      await visits.perform { navigator, _ in navigator.start() }
      #expect(log.lines == ["a navigator was started twice navigator=main"])
      #expect(await visits.stacks == "/home")
      #expect(await visits.perform { $1.proposals } == ["advance /home"])
    }
  }

  @Test("R3, R49: the first visit loads a document, later ones go through Turbo in the same page")
  func proposals() async throws {
    try await VisitsFixture.run { visits in
      try await visits.follow("/books")
      try await visits.follow("/books/1")
      #expect(await visits.stacks == "/home /books /books/1")
      #expect(await visits.turbo.visits == ["advance /books", "advance /books/1"])
      #expect(await visits.browser.topSource == "/home")
      // The delegate is notified of a request when the response has arrived, before the page is rendered.
      let events = await visits.perform { $1.events }
      #expect(events == ["request /home", "loaded main", "request /books", "request /books/1"])
    }
  }

  @Test("R5: a rejected proposal, a cancelled one, and one without a delegate change nothing")
  func rejected() async throws {
    try await VisitsFixture.run { visits in
      await visits.perform { $1.decide = { _ in .reject } }
      try await visits.route("/books")
      // A route decision handler cancels this proposal before the delegate is asked.
      try await visits.route("http://other.example/")
      await visits.perform { navigator, _ in navigator.delegate = nil }
      try await visits.route("/books")
      #expect(await visits.stacks == "/home")
      #expect(await visits.turbo.visits.isEmpty)
      #expect(await visits.shell.canGoBack == false)
      #expect(await visits.perform { $1.proposals } == ["advance /home", "advance /books"])
    }
  }

  private final class Numbers: ViewController {
    var count = 0
    override func body(in shell: isolated Shell) -> Node {
      Node.div {
        Node.text("Count \(count)")
        Node.button(
          "Add",
          action: action { numbers, _ in
            numbers.count += 1
            numbers.setNeedsUpdate()
          })
      }
    }
  }

  @Test("R6, R24: native content takes the place of a page, without a visit; the same location replaces it")
  func native() async throws {
    try await VisitsFixture.run { visits in
      await visits.perform { navigator, delegate in
        delegate.decide = { proposal in
          guard proposal.viewController == "numbers" else { return .accept }
          let numbers = Numbers()
          numbers.title = "Numbers"
          return .acceptCustom(numbers)
        }
      }
      await visits.turbo.propose("/numbers")
      try await visits.browser.wait(for: "the native screen") { $0.title == "Numbers" && $0.texts.contains("Count 0") }
      try await visits.browser.tap("Add")
      try await visits.browser.wait(for: "the new count") { $0.texts.contains("Count 1") }
      try await visits.route("/numbers")
      #expect(await visits.stacks == "/home /numbers")
      #expect(await visits.perform { $1.proposals } == ["advance /home", "advance /numbers", "advance /numbers"])
      #expect(await visits.turbo.visits.isEmpty)
    }
  }

  @Test("R6: an alert is shown above the stack, without a screen and without a visit")
  func alert() async throws {
    try await VisitsFixture.run { visits in
      await visits.perform {
        $1.decide = { _ in .acceptCustom(AlertController(title: "Not today", message: "Closed.")) }
      }
      await visits.turbo.propose("/books")
      try await visits.browser.wait(for: "the alert") { $0.texts.contains("Not today") }
      #expect(await visits.stacks == "/home")
      #expect(await visits.turbo.visits.isEmpty)
      #expect(await visits.shell.canGoBack == false)
    }
  }

  @Test func onlySoManyVisitsAreProposed() async throws {
    try await VisitsFixture.run { visits in
      let later = ContinuousClock.now + .seconds(60)
      await visits.perform { navigator, _ in
        #expect((0..<1000).filter { _ in navigator.session.admitsProposal(at: later) }.count == 200)
        #expect(navigator.session.admitsProposal(at: later + .milliseconds(50)))
        #expect(!navigator.session.admitsProposal(at: later + .milliseconds(50)))
      }
      await visits.turbo.propose("/books")
      try await visits.route("/other")
      #expect(await visits.stacks == "/home /other")
      #expect(await visits.perform { $1.proposals } == ["advance /home", "advance /other"])
    }
  }

  @Test("R18, R28: Back in the browser, in the toolbar and in Swift are one pop; the page restores")
  func back() async throws {
    try await VisitsFixture.run { visits in
      for path in ["/books", "/books/1", "/books/2"] { try await visits.follow(path) }
      try await visits.browser.goBack()
      try await visits.browser.wait(for: "the page below") { $0.title == "/books/1" }
      #expect(await visits.stacks == "/home /books /books/1")
      try await visits.browser.tap("Back")
      try await visits.browser.wait(for: "the page below") { $0.title == "/books" }
      await visits.perform { navigator, _ in navigator.pop() }
      try await visits.browser.wait(for: "the first page") { $0.title == "/home" }
      #expect(await visits.stacks == "/home")
      try await visits.browser.goForward()
      try await visits.browser.wait(for: "the popped page") { $0.title == "/books" }
      #expect(await visits.stacks == "/home /books")
      // The shell shows a known title before the page receives the command.
      while await visits.turbo.visits.count < 7 { await Task.yield() }
      #expect(
        await visits.turbo.visits == [
          "advance /books", "advance /books/1", "advance /books/2", "restore /books/1", "restore /books",
          "restore /home", "restore /books",
        ])
    }
  }

  @Test("R28: screens that were removed cannot be reached by Back or Forward")
  func erased() async throws {
    try await VisitsFixture.run { visits in
      for path in ["/books", "/books/1"] { try await visits.follow(path) }
      await visits.turbo.propose("/clear")
      try await visits.browser.wait(for: "the root") { $0.title == "/home" }
      #expect(await visits.stacks == "/home")
      #expect(await visits.shell.canGoForward == false)
      // The shell shows the root's title before the page receives the command.
      while await visits.turbo.visits.last != "replace /home" { await Task.yield() }
    }
  }

  @Test("R14, R13, R26, R53: a modal is a sheet with its own session; a redirect to the main stack dismisses it")
  func modal() async throws {
    try await VisitsFixture.run { visits in
      await visits.turbo.propose("/new")
      try await visits.browser.wait(for: "the sheet's page") { $0.topSource == "/new" }
      let modal = await TestTurbo.begin(in: try await visits.browser.topPage())
      try await visits.browser.wait(for: "the sheet's title") { $0.title == "/new" }
      #expect(await visits.stacks == "/home | /new")
      await modal.propose("/new/2")
      try await visits.browser.wait(for: "the second page") { $0.title == "/new/2" }
      #expect(await visits.stacks == "/home | /new /new/2")
      #expect(await modal.visits == ["advance /new/2"])
      #expect(await visits.perform { navigator, _ in !navigator.session.state.isSnapshotCacheStale })
      try await modal.submit("/new/2")
      await visits.wait { $1.events.contains("form at /new/2") }
      // The pages of the main stack that Turbo has cached may be outdated now.
      #expect(await visits.perform { navigator, _ in navigator.session.state.isSnapshotCacheStale })
      await modal.propose("/books/1", html: "<p>", isRedirect: true)
      try await visits.browser.wait(for: "the book") { $0.title == "/books/1" }
      #expect(await visits.stacks == "/home /books/1")
      #expect(await visits.shell.sheets.isEmpty)
      #expect(
        await visits.perform { $1.events.filter { $0.hasPrefix("form") } } == ["form to /new/2", "form at /new/2"])
      // The delegate has been asked once about each proposal.
      #expect(
        await visits.perform { $1.proposals } == [
          "advance /home", "advance /new", "advance /new/2", "advance /books/1",
        ])
      try await visits.browser.goBack()
      try await visits.browser.wait(for: "the first page") { $0.title == "/home" }
    }
  }

  @Test func escapeInThePageOfAModalClosesItsTopScreen() async throws {
    try await VisitsFixture.run { visits in
      await visits.turbo.propose("/new")
      try await visits.browser.wait(for: "the sheet's page") { $0.topSource == "/new" }
      let page = try await visits.browser.topPage()
      let modal = await TestTurbo.begin(in: page)
      await modal.propose("/new/2")
      try await visits.browser.wait(for: "the second page") { $0.title == "/new/2" }
      await page.tell("escape", "null")
      try await visits.browser.wait(for: "the first page of the sheet") { $0.title == "/new" }
      await page.tell("escape", "null")
      try await visits.browser.wait(for: "the page below") { $0.topSource == "/home" }
      #expect(await visits.stacks == "/home")
    }
  }

  @Test("R27: a modal that has no dismiss gesture stays at a click beside it")
  func gesture() async throws {
    try await VisitsFixture.run { visits in
      for (path, isPinned) in [("/pinned", true), ("/new", false)] {
        await visits.turbo.propose(path)
        try await visits.browser.wait(for: "the sheet") { $0.topSource == path }
        let scrim = try #require(await visits.browser.node { $0.class == "scrim" })
        try await visits.browser.send(.click, to: scrim.id)
        if isPinned {
          try await visits.browser.tap("Close")
        }
        try await visits.browser.wait(for: "the page below") { $0.topSource == "/home" }
        #expect(await visits.stacks == "/home")
      }
    }
  }

  @Test("R59: a failed visit shows an error view; Retry visits again")
  func failure() async throws {
    try await VisitsFixture.run { visits in
      await visits.turbo.fail("/books", with: 404)
      await visits.turbo.propose("/books")
      try await visits.browser.wait(for: "the error") { $0.texts.contains { $0.contains("status 404") } }
      #expect(await visits.perform { $1.errors } == [.http(.client(.notFound))])
      #expect(await visits.stacks == "/home /books")
      await visits.turbo.recover("/books")
      try await visits.browser.tap("Retry")
      try await visits.browser.wait(for: "the page, loaded anew") { $0.topSource == "/books" }
    }
  }

  @Test("R7: while a modal is shown, its web view is active; reload loads both pages; clearAll closes the modal")
  func activeWebView() async throws {
    try await VisitsFixture.run { visits in
      #expect(await visits.perform { navigator, _ in navigator.activeWebView === navigator.session.webView })
      await visits.turbo.propose("/new")
      try await visits.browser.wait(for: "the sheet") { $0.topSource == "/new" }
      #expect(await visits.perform { navigator, _ in navigator.activeWebView === navigator.modalSession.webView })
      #expect(await visits.perform { navigator, _ in navigator.modalRootViewController != nil })
      _ = await TestTurbo.begin(in: try await visits.browser.topPage())
      await visits.wait { navigator, _ in navigator.modalSession.topmostVisitable != nil }
      let areNew = await visits.perform { navigator, _ in
        let old = (navigator.session.webView, navigator.modalSession.webView)
        navigator.reload()
        return [navigator.session.webView !== old.0, navigator.modalSession.webView !== old.1]
      }
      #expect(areNew == [true, true])
      await visits.perform { navigator, _ in navigator.clearAll() }
      #expect(await visits.stacks == "/home")
      #expect(await visits.perform { navigator, _ in navigator.activeWebView === navigator.session.webView })
    }
  }

  @Test("a page cannot add more than 100 screens")
  func maximumNumberOfScreens() async throws {
    try await VisitsFixture.run { visits in
      for number in 0..<110 { try await visits.route("/books/\(number)") }
      #expect(await visits.perform { navigator, _ in navigator.stacks.screens.count } == 100)
      await visits.perform { navigator, _ in navigator.pop() }
      try await visits.route("/books/200")
      #expect(await visits.stacks.hasSuffix("/books/97 /books/200"))
    }
  }

  @Test("R84: tapping the active tab pops to the root")
  func tapActiveTab() async throws {
    try await VisitsFixture.run { visits in
      for path in ["/books", "/books/1"] { try await visits.follow(path) }
      try await visits.browser.tap("Home")
      try await visits.browser.wait(for: "the root") { $0.title == "/home" }
      #expect(await visits.stacks == "/home")
    }
  }

  /// A screen that records the calls of its session.
  private final class NotingScreen: HotwireWebViewController {
    weak var recorder: RecordingDelegate?

    override func visitableDidActivateWebView(_ webView: WebView) {
      super.visitableDidActivateWebView(webView)
      recorder?.events.append("activated")
    }

    override func visitableWillDeactivateWebView() { recorder?.events.append("deactivates") }

    override func visitableDidDeactivateWebView() {
      super.visitableDidDeactivateWebView()
      recorder?.events.append("deactivated")
    }
  }

  @Test("R45: no session callback on a change of the tab; the page stays")
  func tabs() async throws {
    try await VisitsFixture.run { visits in
      await visits.perform { _, delegate in
        delegate.decide = { [weak delegate] proposal in
          let screen = NotingScreen(url: proposal.url, componentTypes: [])
          screen.recorder = delegate
          return .acceptCustom(screen)
        }
      }
      try await visits.follow("/books")
      try await visits.browser.tap("Other")
      try await visits.browser.wait(for: "the other tab") { $0.texts.contains("other") }
      try await visits.browser.tap("Home")
      try await visits.browser.wait(for: "the page") { $0.title == "/books" }
      #expect(await visits.turbo.visits == ["advance /books"])
      #expect(await visits.perform { navigator, _ in navigator.topViewController?.appearReason } == .tabSelected)
      #expect(await visits.perform { $1.events.filter { $0.contains("activate") } } == ["activated"])
    }
  }
}
