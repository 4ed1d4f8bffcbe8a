import SnippetBridgeTesting
import SnippetShell
import Testing

/// Sheets, and the ways in which they close.
@Suite(.timeLimit(.minutes(2))) struct ShellSheetTests {
  @Test func sheetsCloseByEscapeAndByBack() async throws {
    try await withShell { browser, shell, _ in
      await shell.present(.page("/lake.html"), detent: .medium)
      try await browser.wait(for: "the sheet") { $0.topSource == "/lake.html" }
      try await browser.tap("Close")
      try await browser.wait(for: "no sheet") { $0.topSource == "/home.html" }
      try await browser.goForward()
      try await browser.wait(for: "the sheet again") { $0.topSource == "/lake.html" }
      try await browser.goBack()
      try await browser.wait(for: "no sheet") { $0.topSource == "/home.html" }
    }
  }

  @Test func aDoubleClickOnCloseKeepsTheScreenBelow() async throws {
    try await withShell { browser, shell, _ in
      await shell.push(.page("/rooms.html"))
      try await browser.wait(for: "the screen") { $0.topSource == "/rooms.html" }
      await shell.present(.page("/lake.html"))
      try await browser.wait(for: "the sheet") { $0.topSource == "/lake.html" }
      let close = try #require(await browser.node { $0.text == "Close" }?.id)
      for _ in 1...2 { try await browser.send(.click, to: close) }
      try await browser.wait(for: "no sheet") { $0.topSource == "/rooms.html" }
      // When this call is answered, the second click has arrived.
      _ = try? await browser.page.callText("nothing")
      #expect(await shell.topScreen?.url?.path() == "/rooms.html")
    }
  }
}
