import Foundation
import SnippetBridgeTesting
import Testing

@testable import SnippetVisits

/// Screens of the program that show pages: the rules R43 to R48 of docs/internals/visit-rules.md.
@Suite(.timeLimit(.minutes(4))) struct VisitableTests {
  /// A screen with a banner above its page, and a title that it reads from the page.
  private final class BookScreen: VisitableViewController {
    private var count = 0

    override func body(in shell: isolated Shell) -> Node {
      Node.div {
        Node.text("Tapped \(count)")
        Node.button(
          "Tap",
          action: action { screen, _ in
            screen.count += 1
            screen.setNeedsUpdate()
          })
      }
    }

    override func visitableDidRender() {
      super.visitableDidRender()
      guard let webView = visitableView.webView else { return }
      perform { screen, _ in
        let heading: String? = try? await webView.evaluateJavaScript("heading()", returning: String.self)
        screen.title = heading ?? ""
      }
    }
  }

  private func show(_ screen: @escaping @Sendable (URL) -> ViewController, in visits: VisitsFixture) async {
    await visits.perform { $1.decide = { .acceptCustom(screen($0.url)) } }
  }

  /// The page still has the URL of the screen that it has left, so a retry would load that page.
  @Test("R42: a screen keeps its own URL if its page cannot be rendered again")
  func urlAfterAFailedReturn() async throws {
    try await VisitsFixture.run { visits in
      try await visits.follow("/books")
      await visits.turbo.fail("/home", with: 500)
      await visits.perform { navigator, _ in navigator.pop() }
      await visits.wait { !$1.errors.isEmpty }
      let url = await visits.perform { navigator, _ in
        (navigator.topViewController as? any Visitable)?.currentVisitableURL.pathAndQuery
      }
      #expect(url == "/home")
    }
  }

  @Test("R43: the program's own views are above the page, and an error view is in the place of the page")
  func ownViews() async throws {
    try await VisitsFixture.run { visits in
      await show({ BookScreen(url: $0) }, in: visits)
      await visits.turbo.propose("/books")
      try await visits.browser.wait(for: "the own views") { $0.texts.contains("Tapped 0") && $0.topSource == "/home" }
      try await visits.browser.tap("Tap")
      try await visits.browser.wait(for: "the new text") { $0.texts.contains("Tapped 1") }
      await visits.turbo.fail("/books/1", with: 500)
      await visits.turbo.propose("/books/1")
      try await visits.browser.wait(for: "the error") {
        $0.texts.contains { $0.contains("status 500") } && $0.texts.contains("Tapped 0")
      }
      try await visits.browser.goBack()
      try await visits.browser.wait(for: "the first of both screens") { $0.texts.contains("Tapped 1") }
    }
  }

  @Test("R48: the title is that of the page at render; the screen may set another, which stays")
  func title() async throws {
    try await VisitsFixture.run { visits in
      await visits.turbo.page.onEvaluate { $0 == "heading()" ? "The Dispossessed" : nil }
      try await visits.follow("/books")
      await show({ BookScreen(url: $0) }, in: visits)
      await visits.turbo.propose("/books/1")
      try await visits.browser.wait(for: "the title of the screen") { $0.title == "The Dispossessed" }
      try await visits.browser.goBack()
      try await visits.browser.wait(for: "the page's title") { $0.title == "/books" }
      try await visits.browser.goForward()
      try await visits.browser.wait(for: "the title of the screen") { $0.title == "The Dispossessed" }
    }
  }

  /// A screen of the program that implements `Visitable` itself, without ``VisitableViewController``.
  private final class OwnVisitable: ViewController, Visitable {
    weak var visitableDelegate: (any VisitableDelegate)?
    let visitableView = VisitableView()
    let initialVisitableURL: URL
    var visitableViewController: ViewController { self }
    var currentVisitableURL: URL { visitableView.url ?? initialVisitableURL }
    private let note: (String) -> Void

    init(_ url: URL, _ note: @escaping (String) -> Void) {
      initialVisitableURL = url
      self.note = note
    }

    func visitableDidRender() { title = "Own \(visitableView.title)" }
    func showVisitableActivityIndicator() { note("busy") }
    func hideVisitableActivityIndicator() { note("idle") }
    func visitableDidActivateWebView(_ webView: WebView) { note("activated") }
    func visitableWillDeactivateWebView() { note("deactivates") }
    func visitableDidDeactivateWebView() { note("deactivated") }

    override func viewWillAppear() {
      note("\(appearReason)")
      visitableDelegate?.visitableViewWillAppear(self)
    }
    override func viewDidAppear() { visitableDelegate?.visitableViewDidAppear(self) }
    override func viewWillDisappear() {
      note("\(disappearReason)")
      visitableDelegate?.visitableViewWillDisappear(self)
    }
    override func viewDidDisappear() { visitableDelegate?.visitableViewDidDisappear(self) }
  }

  @Test("R6, R44, R45: a visitable that reports its appearance works; the reasons and the order are right")
  func ownVisitable() async throws {
    try await VisitsFixture.run { visits in
      await visits.perform { _, delegate in
        delegate.decide = { proposal in
          guard proposal.url.path == "/books" else { return .accept }
          return .acceptCustom(OwnVisitable(proposal.url) { [weak delegate] in delegate?.events.append($0) })
        }
        delegate.events = []
      }
      await visits.turbo.propose("/books")
      try await visits.browser.wait(for: "the own title") { $0.title == "Own /books" }
      try await visits.follow("/books/1")
      await visits.perform { navigator, _ in navigator.pop() }
      try await visits.browser.wait(for: "the own title") { $0.title == "Own /books" }
      await visits.wait { $1.events.last == "idle" && $1.events.contains("revealedByPop") }
      await visits.turbo.propose("/full")
      try await visits.browser.wait(for: "the sheet") { $0.topSource == "/full" }
      try await visits.browser.tap("Close")
      try await visits.browser.wait(for: "the own title") { $0.title == "Own /books" }
      await visits.wait { $1.events.last == "idle" && $1.events.contains("revealedByModalDismiss") }
      let events = await visits.perform { $1.events }.filter { !$0.hasPrefix("request") && !$0.hasPrefix("loaded") }
      #expect(
        events == [
          "activated", "pushedOntoNavigationStack", "busy", "idle",
          "deactivates", "deactivated", "coveredByPush",
          "revealedByPop", "activated", "idle",
          "coveredByModal", "deactivates", "deactivated",
          "revealedByModalDismiss", "activated", "idle",
        ], "\(events)")
      await visits.perform { navigator, _ in navigator.pop() }
      await visits.wait { $1.events.contains("poppedFromNavigationStack") }
    }
  }

  @Test("R46, R47: a reload by the user visits the topmost page without an indicator, and is disabled by the property")
  func refresh() async throws {
    try await VisitsFixture.run { visits in
      try await visits.follow("/books")
      await visits.perform { _, delegate in
        delegate.events = []
        delegate.decide = { proposal in
          .acceptCustom(OwnVisitable(proposal.url) { [weak delegate] in delegate?.events.append($0) })
        }
      }
      await visits.turbo.propose("/books/1")
      try await visits.browser.wait(for: "the own title") { $0.title == "Own /books/1" }
      await visits.perform { $1.events = [] }
      try await visits.browser.tap("Reload")
      try await visits.browser.wait(for: "the new document") { $0.topSource == "/books/1" }
      #expect(await isRefreshing(visits) == true)
      _ = await TestTurbo.begin(in: try await visits.browser.topPage())
      await visits.wait { navigator, _ in navigator.session.activeVisitable?.visitableView.isRefreshing == false }
      let events = await visits.perform { $1.events }
      #expect(events.contains("request /books/1") && !events.contains("busy"), "\(events)")
    }
    try await VisitsFixture.run { visits in
      try await visits.follow("/fixed")
      try await visits.browser.wait(for: "a disabled button") { browser in
        browser.node { $0.attributes?["aria-label"] == "Reload" }?.attributes?["disabled"] != nil
      }
      await visits.perform { navigator, _ in
        (navigator.topViewController as? any Visitable)?.visitableView.allowsPullToRefresh = true
      }
      try await visits.browser.tap("Reload")
      try await visits.browser.wait(for: "the new document") { $0.topSource == "/fixed" }
    }
  }

  private func isRefreshing(_ visits: VisitsFixture) async -> Bool? {
    await visits.perform { navigator, _ in
      (navigator.topViewController as? any Visitable)?.visitableView.isRefreshing
    }
  }

  @Test("R46: the indicator is shown unless Turbo has the page")
  func indicator() async throws {
    try await VisitsFixture.run { visits in
      await visits.perform { _, delegate in
        delegate.decide = { proposal in
          .acceptCustom(OwnVisitable(proposal.url) { [weak delegate] in delegate?.events.append($0) })
        }
      }
      await visits.turbo.propose("/books")
      try await visits.browser.wait(for: "the first title") { $0.title == "Own /books" }
      await visits.turbo.propose("/books/1")
      try await visits.browser.wait(for: "the second title") { $0.title == "Own /books/1" }
      try await visits.browser.goBack()
      try await visits.browser.wait(for: "the restored page") { $0.title == "Own /books" }
      #expect(await visits.perform { $1.events.filter { $0 == "busy" }.count } == 2)
    }
  }
}
