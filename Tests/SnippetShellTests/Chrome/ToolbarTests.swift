import SnippetShell
import Testing

@testable import SnippetBridgeTesting

/// Toolbars whose items the program arranges in any order.
@Suite(.timeLimit(.minutes(2))) struct ToolbarTests {
  private func bar(_ browser: TestShell, _ tag: String = "footer") async -> NodeSnapshot? {
    await browser.node { $0.tag == tag }?.usable.first { $0.class?.contains("toolbar") == true }
  }

  /// Returns a description of each item of a bar: a label, a text, or a class.
  private func items(_ bar: NodeSnapshot?) -> [String] {
    (bar?.children ?? []).map { $0.attributes?["aria-label"] ?? $0.texts.first ?? $0.class ?? $0.tag }
  }

  private func isOn(_ label: String, _ bar: NodeSnapshot?) -> Bool? {
    bar?.usable.first { $0.attributes?["aria-label"] == label }.map { $0.attributes?["disabled"] == nil }
  }

  @Test("S20: a toolbar shows its items in their order") func theOrder() async throws {
    try await withShell { browser, shell, _ in
      _ = try await browser.topPage()
      await shell.perform {
        $0.footer = { shell in
          Toolbar(
            items: [
              .back, .forward, .progress, .flexibleSpace, .button("Open") { _ in }, .title, .node(.text("Mine")),
              .reload,
            ], edge: .bottom
          ).body(in: shell)
        }
      }
      try await browser.wait(for: "the items and the loaded page") { browser in
        browser.texts.contains("Mine") && browser.node { $0.attributes?["aria-label"] == "Stop" } == nil
      }
      let names = items(await bar(browser))
      #expect(names == ["Back", "Forward", "Loading", "space", "Open", "Home", "Mine", "Reload"])
      #expect(await browser.node { $0.tag == "header" } != nil)
    }
  }

  @Test("S20: Back and Forward follow canGoBack and canGoForward") func theDisabledStates() async throws {
    try await withShell { browser, shell, _ in
      _ = try await browser.topPage()
      await shell.perform { $0.footer = { Toolbar(items: [.back, .forward], edge: .bottom).body(in: $0) } }
      func state() async throws -> [Bool?] {
        try await browser.wait(for: "the bar") { $0.node { $0.tag == "footer" } != nil }
        let bar = await bar(browser)
        return [isOn("Back", bar), isOn("Forward", bar)]
      }
      #expect(try await state() == [false, false])
      await shell.push(.page("/lake.html"))
      try await browser.wait(for: "the screen") { $0.topSource == "/lake.html" }
      #expect(try await state() == [true, false])
      await shell.goBack()
      try await browser.wait(for: "the first screen") { $0.topSource == "/home.html" }
      #expect(try await state() == [false, true])
    }
  }

  @Test("S20: each screen and tab has its own items, above the tab bar") func itemsPerScreen() async throws {
    try await withShell(
      prepare: { shell in
        ShellFixture.threeTabs(shell)
        shell.tabs[0].toolbarItems = [.button("Of the tab") { _ in }]
      }
    ) { browser, shell, _ in
      try await browser.wait(for: "the tab's items") { $0.texts.contains("Of the tab") }
      let tab = try #require(await browser.node { $0.attributes?["role"] == "tab" }).id
      let id = await shell.push(.page("/lake.html"))
      try await browser.wait(for: "no items") { !$0.texts.contains("Of the tab") }
      // The tab bar has kept its elements, so a click on them is not lost.
      #expect(await browser.node { $0.id == tab } != nil)
      await shell.setToolbarItems([.button("Of the screen") { _ in }], of: id)
      try await browser.wait(for: "the screen's items") { $0.texts.contains("Of the screen") }
      await shell.pop()
      try await browser.wait(for: "the tab's items") { $0.texts.contains("Of the tab") }
      #expect(await browser.texts.contains("Rooms"))
      #expect(await browser.node { $0.id == tab } != nil)
    }
  }
}
