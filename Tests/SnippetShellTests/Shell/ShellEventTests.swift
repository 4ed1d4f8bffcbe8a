import DSBridgeLocks
import SnippetBridgeTesting
import SnippetShell
import Testing

/// The events of a shell, as its observers receive them.
@Suite(.timeLimit(.minutes(2))) struct ShellEventTests {
  /// The events so far, each as a short text.
  private final class Record: Sendable {
    private let texts = Mutex<[String]>([])

    func add(_ event: ShellEvent) {
      // The positions while a page turns are not compared, because their number depends on the duration of the turn.
      if case .pageTurning = event { return }
      texts.withLock { $0.append(Self.text(of: event)) }
    }

    var count: Int { texts.withLock { $0.count } }

    /// Returns the events since the last call.
    func take() -> [String] {
      texts.withLock { texts in
        defer { texts = [] }
        return texts
      }
    }

    private static func text(of event: ShellEvent) -> String {
      func name(_ screen: Screen) -> String { screen.url?.path() ?? screen.title }
      return switch event {
      case .screenWillAppear(let screen, let reason): "will appear \(name(screen)) \(reason)"
      case .screenDidAppear(let screen, let reason): "did appear \(name(screen)) \(reason)"
      case .screenWillDisappear(let screen, let reason): "will disappear \(name(screen)) \(reason)"
      case .screenDidDisappear(let screen, let reason): "did disappear \(name(screen)) \(reason)"
      case .tabSelected(let tab): "tab \(tab)"
      case .pageWillTurn(_, let index, let direction): "will turn to \(index) \(direction)"
      case .pageTurning(_, let position, _): "at \(position)"
      case .pageTurned(_, let index): "page \(index)"
      case .sheetDismissed(let screen, let reason): "dismissed \(name(screen)) \(reason)"
      }
    }
  }

  private static func change(from old: String, to new: String, _ reason: String) -> [String] {
    [
      "will disappear \(old) \(reason)", "will appear \(new) \(reason)", "did disappear \(old) \(reason)",
      "did appear \(new) \(reason)",
    ]
  }

  /// Runs a test with a shell whose events are recorded. The events that occur before the test begins are removed.
  private func withRecord(
    prepare: @escaping @Sendable (isolated Shell) -> Void = ShellFixture.threeTabs,
    test: (TestShell, Shell, Record) async throws -> Void
  ) async throws {
    let record = Record()
    try await withShell(prepare: { shell in
      shell.observe { event, _ in record.add(event) }
      prepare(shell)
    }) { browser, shell, _ in
      #expect(record.take().first?.hasPrefix("will appear ") == true)
      try await test(browser, shell, record)
    }
  }

  @Test("S30: screens appear and disappear, with the reason") func screensAppearAndDisappear() async throws {
    try await withRecord { browser, shell, record in
      func next(_ source: String) async throws -> [String] {
        try await browser.wait(for: source) { $0.topSource == source }
        return record.take()
      }
      await shell.push(.page("/lake.html"))
      #expect(try await next("/lake.html") == Self.change(from: "/home.html", to: "/lake.html", "push"))
      await shell.replace(.page("/rooms.html"))
      #expect(try await next("/rooms.html") == Self.change(from: "/lake.html", to: "/rooms.html", "replace"))
      await shell.pop()
      #expect(try await next("/home.html") == Self.change(from: "/rooms.html", to: "/home.html", "pop"))
      try await browser.goForward()
      #expect(try await next("/rooms.html") == Self.change(from: "/home.html", to: "/rooms.html", "forward"))
      try await browser.goBack()
      #expect(try await next("/home.html") == Self.change(from: "/rooms.html", to: "/home.html", "back"))
      try await browser.tap("Inbox")
      var events = Self.change(from: "/home.html", to: "/inbox.html", "tab")
      events.insert("tab Inbox", at: 2)
      #expect(try await next("/inbox.html") == events)
      await shell.perform { $0.tabs = Array($0.tabs.dropLast()) }
      events = Self.change(from: "/inbox.html", to: "/home.html", "removal")
      events.insert("tab Home", at: 2)
      #expect(try await next("/home.html") == events)
    }
  }

  @Test("S30: a sheet covers the stack only if it has its full height") func sheetsCoverTheStack() async throws {
    try await withRecord { browser, shell, record in
      await shell.present(.page("/lake.html"), detent: .medium)
      try await browser.wait(for: "the sheet") { $0.topSource == "/lake.html" }
      #expect(record.take() == ["will appear /lake.html present", "did appear /lake.html present"])
      await shell.push(.page("/rooms.html"))
      try await browser.wait(for: "the sheet above it") { $0.topSource == "/rooms.html" }
      #expect(record.take() == Self.change(from: "/lake.html", to: "/rooms.html", "push"))
      await shell.dismiss()
      try await browser.wait(for: "no sheet") { $0.topSource == "/home.html" }
      #expect(
        record.take() == [
          "will disappear /rooms.html dismiss", "did disappear /rooms.html dismiss", "dismissed /lake.html dismiss",
          "dismissed /rooms.html dismiss",
        ])
      await shell.present(.page("/inbox.html"), detent: .full)
      try await browser.wait(for: "the full sheet") { $0.topSource == "/inbox.html" }
      #expect(record.take() == Self.change(from: "/home.html", to: "/inbox.html", "present"))
      try await browser.tap("Close")
      try await browser.wait(for: "no sheet") { $0.topSource == "/home.html" }
      #expect(
        record.take() == Self.change(from: "/inbox.html", to: "/home.html", "pop") + ["dismissed /inbox.html pop"])
    }
  }

  @Test("S30: a page that is turned to appears") func pagesAreTurned() async throws {
    try await withRecord(prepare: { shell in
      let pages = ["/home.html", "/rooms.html"].map { Page($0, content: .page($0)) }
      shell.tabs = [Tab("Rooms", content: .pages(Pages(pages)))]
    }) { browser, shell, record in
      await shell.perform { $0.showPage(1) }
      try await browser.wait(for: "the other page") { $0.topSource == "/rooms.html" }
      #expect(
        record.take().sorted()
          == (Self.change(from: "/home.html", to: "/rooms.html", "page") + ["page 1"]).sorted())
    }
  }

  @Test("S30: a change by an observer follows the present one") func observersMayChangeTheShell() async throws {
    try await withRecord { browser, shell, record in
      await shell.perform { shell in
        shell.observe { event, shell in
          if case .screenDidAppear(let screen, .push) = event, screen.url?.path() == "/lake.html" {
            shell.push(.page("/rooms.html"))
          }
        }
      }
      await shell.push(.page("/lake.html"))
      try await browser.wait(for: "the second screen") { $0.topSource == "/rooms.html" }
      #expect(
        record.take()
          == Self.change(from: "/home.html", to: "/lake.html", "push")
          + Self.change(from: "/lake.html", to: "/rooms.html", "push"))
    }
  }

  @Test("S30: a change that is undone at once has all its events") func changesOfOneTurnHaveAllTheirEvents()
    async throws
  {
    try await withRecord { browser, shell, record in
      await shell.perform { shell in
        shell.push(.page("/lake.html"))
        shell.pop()
      }
      try await browser.wait(for: "the first screen") { $0.topSource == "/home.html" }
      // The last events arrive when the shell's page is updated. That happens at the end of a run of the executor's
      // queue.
      while !(await shell.perform { _ in record.count == 8 }) { await Task.yield() }
      #expect(
        record.take()
          == Self.change(from: "/home.html", to: "/lake.html", "push")
          + Self.change(from: "/lake.html", to: "/home.html", "pop"))
    }
  }

  @Test("S30: everything disappears when the tab of the browser is closed") func aShellThatEndsDisappears() async throws
  {
    try await withRecord { _, shell, record in
      shell.webView.close()
      while record.count < 2 { await Task.yield() }
      #expect(record.take() == ["will disappear /home.html removal", "did disappear /home.html removal"])
    }
  }
}
