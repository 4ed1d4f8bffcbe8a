import DSBridgeLocks
import Foundation
import SnippetBridgeTesting
import Testing

@testable import SnippetShell

/// Steps within pages, such as those by `pushState`, that are entries in a shell's history.
@Suite(.timeLimit(.minutes(2))) struct ShellStepsTests {
  /// Waits until a condition holds.
  private func wait(line: Int = #line, until condition: () async -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while !(await condition()) {
      guard .now < end else { throw TestPageError.timeout(waitingFor: "the condition in line \(line)") }
      await Task.yield()
    }
  }

  private func paths(_ shell: Shell) async -> [String?] {
    await shell.perform { $0.history?.entries.map { $0.place.step?.path } ?? [] }
  }

  /// Reports that a page has moved from one step to another. A step has a number and a path.
  private func tell(_ page: TestPage, _ from: (Int, String), _ to: (Int, String)) async {
    await page.tell("step", #"[{"number":\#(from.0),"path":"\#(from.1)"},{"number":\#(to.0),"path":"\#(to.1)"}]"#)
  }

  @Test("S6: the steps of a page are entries, and its navigator goes through them")
  func stepsAreEntries() async throws {
    try await withShell(prepare: { shell in
      ShellFixture.threeTabs(shell)
      shell.tabs[0].bind(recordsSteps: true)
    }) { browser, shell, _ in
      let page = try await browser.topPage()
      let told = Mutex<[PageStep?]>([])
      await page.listen(to: "step") { step in
        let step = try? JSONDecoder().decode(PageStep.self, from: Data(step.utf8))
        told.withLock { $0.append(step) }
      }
      let navigator = try #require(await shell.topScreen?.webView).navigator
      await tell(page, (0, "/home.html"), (1, "/a"))
      // These are not recorded: a step that does not begin at the current one, a step back, and URLs of other servers.
      await tell(page, (0, "/home.html"), (2, "/late"))
      await tell(page, (1, "/a"), (0, "/earlier"))
      await tell(page, (1, "/a"), (2, "//host.example/"))
      await tell(page, (1, "/a"), (2, #"/\\host.example/"#))
      await tell(page, (1, "/a"), (2, "//\u{301}.example/"))
      await tell(page, (1, "/a"), (2, "/b"))
      try await wait { await paths(shell) == ["/home.html", "/a", "/b"] }
      try await wait { navigator.canGoBack && !navigator.canGoForward }
      navigator.goBack()
      try await wait { told.withLock { $0 } == [PageStep(number: 1, path: "/a")] }
      try await wait { navigator.canGoBack && navigator.canGoForward }
      try await browser.tap("Back")
      try await wait { !navigator.canGoBack && navigator.canGoForward }
      navigator.goForward()
      try await wait { told.withLock { $0.count } == 3 }
      #expect(told.withLock { $0.last } == PageStep(number: 1, path: "/a"))
      // While another screen is shown, the navigator of the page below changes nothing.
      await shell.push(.page("/lake.html"))
      navigator.goBack()
      await shell.pop()
      #expect(await paths(shell) == ["/home.html", "/a", nil])
      #expect(await shell.canGoForward)
    }
  }

  @Test("S6: a page that does not live any more loads at the address of the step")
  func stepsOfAPageThatWasRemoved() async throws {
    try await withShell(prepare: { shell in
      ShellFixture.threeTabs(shell)
      shell.bind(recordsSteps: true)
    }) { browser, shell, _ in
      let page = try await browser.topPage()
      #expect(try await page.pushState("/lake.html"))
      await tell(page, (0, "/home.html"), (1, "/lake.html"))
      try await browser.wait(for: "the second step") {
        $0.savedText.contains("lake.html") && $0.savedText.contains("step")
      }
      try await browser.reload()
      try await browser.wait(for: "the address of the step") { $0.topSource == "/lake.html" }
      try await browser.goBack()
      try await browser.wait(for: "the first step") { $0.topSource == "/home.html" }
      try await browser.goForward()
      try await browser.wait(for: "the second step") { $0.topSource == "/lake.html" }
    }
  }

  @Test("S6: without the binding, a page's reports change nothing") func stepsAreNotRecordedByDefault() async throws {
    try await withShell { browser, shell, _ in
      let page = try await browser.topPage()
      await tell(page, (0, "/home.html"), (1, "/a"))
      await page.tell("scroll", "[0,7]")
      try await wait { await shell.topScreen?.scroll == [0, 7] }
      #expect(await !shell.canGoBack)
    }
  }

  @Test func theLastReportOfAScrollPositionIsKept() async throws {
    try await withShell { browser, shell, _ in
      let page = try await browser.topPage()
      for position in 1...500 { await page.tell("scroll", "[0,\(position)]") }
      try await wait { await shell.topScreen?.scroll == [0, 500] }
    }
  }
}
