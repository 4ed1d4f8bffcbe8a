import DSBridgeLocks
import Foundation
import Logging
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetVisits

/// The effects of ``HotwireConfig``, and visits to URLs of other servers, in a shell.
@Suite(.timeLimit(.minutes(4))) struct HotwireConfigTests {
  @Test("R8: makeCustomWebView is called for each web view of a session, before its page; a cold boot has a new one")
  func customWebView() async throws {
    let views = Mutex<[WebView]>([])
    try await VisitsFixture.run { config in
      config.makeCustomWebView = { view in
        #expect(view.client == nil)
        views.withLock { $0.append(view) }
      }
    } test: { visits in
      try await visits.follow("/books")
      #expect(views.withLock { $0.count } == 1)
      await visits.turbo.propose("/new")
      try await visits.browser.wait(for: "the sheet") { $0.topSource == "/new" }
      #expect(views.withLock { $0.count } == 2)
      let shown = await visits.perform { navigator, _ in [navigator.session.webView, navigator.modalSession.webView] }
      #expect(views.withLock { $0.elementsEqual(shown) { $0 === $1 } })
      let reloaded = await visits.perform { navigator, _ in
        navigator.session.reload()
        return navigator.session.webView
      }
      #expect(views.withLock { $0.count } == 3)
      #expect(views.withLock { $0.last } === reloaded)
    }
  }

  private final class OwnScreen: VisitableViewController {}

  @Test("R6: an accepted proposal creates the screen of defaultViewController, and visits it")
  func defaultScreen() async throws {
    try await VisitsFixture.run {
      $0.defaultViewController = { OwnScreen(url: $0) }
    } test: { visits in
      try await visits.follow("/books")
      #expect(await visits.perform { navigator, _ in navigator.topViewController is OwnScreen })
      #expect(await visits.turbo.visits == ["advance /books"])
    }
  }

  @Test("R27: each modal style has a height")
  func modalStyles() {
    let styles: [Navigation.ModalStyle] = [.medium, .large, .full, .pageSheet, .formSheet]
    #expect(styles.map(\.detent) == [.medium, .large, .full, .large, .large])
  }

  @Test("R84: hideTabBarWhenPushed hides the tab bar above the root", arguments: [true, false])
  func tabBar(hides: Bool) async throws {
    try await VisitsFixture.run {
      $0.hideTabBarWhenPushed = hides
    } test: { visits in
      #expect(await visits.browser.texts.contains("Other"))
      try await visits.follow("/books")
      try await visits.browser.wait(for: "the bars") { $0.texts.contains("Other") != hides && $0.title == "/books" }
      try await visits.browser.goBack()
      try await visits.browser.wait(for: "the tab bar") { $0.texts.contains("Other") }
    }
  }

  @Test("R27: a modal has its style and no animation, and showDoneButtonOnModals names its button")
  func modal() async throws {
    try await VisitsFixture.run {
      $0.showDoneButtonOnModals = true
    } test: { visits in
      await visits.turbo.propose("/half")
      try await visits.browser.wait(for: "the sheet") { $0.topSource == "/half" }
      #expect(await visits.browser.node { $0.attributes?["data-style"] == "medium" } != nil)
      #expect(await visits.browser.tree?.class == "shell still")
      try await visits.browser.tap("Done")
      try await visits.browser.wait(for: "the page below") { $0.topSource == "/home" && $0.tree?.class == "shell" }
    }
  }

  private final class Settings: ViewController, PathConfigurationIdentifiable {
    static let pathConfigurationIdentifier = "numbers"
  }

  @Test("R36: view_controller is the identifier of a type")
  func identifier() async throws {
    try await VisitsFixture.run { visits in
      await visits.perform {
        $1.decide = { proposal in
          switch proposal.viewController {
          case Settings.pathConfigurationIdentifier: .acceptCustom(Settings())
          default: .accept
          }
        }
      }
      await visits.turbo.propose("/numbers")
      try await visits.browser.wait(for: "the native screen") { $0.topSource == nil }
      #expect(await visits.perform { navigator, _ in navigator.topViewController is Settings })
    }
  }

  @Test("debugLoggingEnabled logs the events of visits at the level info")
  func debugLogging() async throws {
    let log = LogRecorder(from: .info)
    try await VisitsFixture.run {
      $0.debugLoggingEnabled = true
      $0.logger = log.logger
    } test: { visits in
      try await visits.follow("/books")
      #expect(log.lines.contains { $0.contains("visitRendered") })
      #expect(log.lines.contains { $0.contains("handler=AppNavigationRouteDecisionHandler") })
    }
  }

  // MARK: External addresses

  @Test("R61, S33: a page of another server opens in the in-app browser of the shell; Close returns to the stack")
  func browser() async throws {
    let news = try HandmadeUpstream { _, _ in .ok("<title>News</title>", type: "text/html") }
    let address = "http://127.0.0.1:\(news.port)"
    var options = ShellConfiguration()
    options.browser = .init()
    try await VisitsFixture.run(options: options, policy: try NavigationPolicy(parsing: [address])) { visits in
      try await visits.follow("/books")
      await visits.turbo.propose(address + "/today")
      try await visits.browser.wait(for: "the sheet") { $0.topSource?.hasSuffix("/today") == true }
      #expect(await visits.stacks == "/home /books")
      #expect(await visits.browser.opened.isEmpty)
      try await visits.browser.tap("Close")
      try await visits.browser.wait(for: "the page below") { $0.title == "/books" }
      try await visits.follow("/books/1")
      #expect(await visits.stacks == "/home /books /books/1")
    }
  }

  private func decide(_ action: NavigationAction, in visits: VisitsFixture) async {
    await visits.perform { navigator, _ in
      #expect(navigator.session(navigator.session, decidePolicyFor: action) == .cancel)
    }
  }

  @Test("R63: the shell asks before it opens an external address without a user gesture")
  func gesture() async throws {
    let url = try #require(URL(string: "https://other.example/page"))
    try await VisitsFixture.run { visits in
      await decide(NavigationAction(url: url, hasUserGesture: false), in: visits)
      try await visits.browser.wait(for: "the question") { $0.texts.contains("Open other.example?") }
      #expect(await visits.browser.opened.isEmpty)
      try await visits.browser.tap("Open")
      try await visits.browser.wait(for: "the window") { $0.opened == [url.absoluteString] }
      await decide(NavigationAction(url: url), in: visits)
      try await visits.browser.wait(for: "the second window") { $0.opened.count == 2 }
    }
  }

  @Test("R63: a kiosk opens no external address")
  func kiosk() async throws {
    let url = try #require(URL(string: "https://other.example/page"))
    var options = ShellConfiguration()
    options.kiosk = .init()
    try await VisitsFixture.run(options: options) { visits in
      await decide(NavigationAction(url: url), in: visits)
      try await visits.follow("/books")
      #expect(await visits.browser.opened.isEmpty)
    }
  }

  // MARK: Events

  @Test("R55, R56: requests, forms and cold boots are told to the delegate, in Hotwire's order")
  func events() async throws {
    try await VisitsFixture.run { visits in
      try await visits.follow("/books")
      try await visits.turbo.submit("/books/1")
      // Wait for the form's events first, because messages of a page that was reloaded are ignored.
      await visits.wait { $1.events.count >= 5 }
      await visits.perform { navigator, _ in navigator.session.reload() }
      try await visits.browser.wait(for: "the new document") { $0.topSource == "/books" }
      _ = await TestTurbo.begin(in: try await visits.browser.topPage())
      await visits.wait { $1.events.count >= 7 }
      let events = await visits.perform { $1.events }
      #expect(
        events == [
          "request /home", "loaded main", "request /books", "form to /books/1", "form at /books/1",
          "request /books", "loaded main",
        ], "\(events)")
    }
  }

  @Test("R76: ready is answered by register, each time; the names are those of the program's components")
  func components() async throws {
    try await VisitsFixture.run {
      $0.bridgeComponents = [MenuComponent.self]
    } test: { visits in
      let (answers, sink) = AsyncStream<String>.makeStream()
      await visits.turbo.page.listen(to: "component") { sink.yield($0) }
      for _ in 0..<2 { await visits.turbo.tellComponent(json: #""ready""#) }
      var answer = answers.makeAsyncIterator()
      for _ in 0..<2 { #expect(await answer.next() == #"["register",["menu"]]"#) }
    }
  }
}
