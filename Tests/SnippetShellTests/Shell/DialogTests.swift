import SnippetBridgeTesting
import Testing

@testable import SnippetShell

@Suite(.timeLimit(.minutes(5))) struct DialogTests {
  /// Waits until a dialog with this title is shown, and returns the dialog's identifier.
  private func shown(_ title: String, _ browser: TestShell, _ shell: Shell) async throws -> Int {
    try await browser.wait(for: "the dialog") { $0.texts.contains(title) }
    return try #require(await shell.dialogs.first?.id)
  }

  @Test func aConfirmedPromptAnswersWithItsText() async throws {
    try await withShell { browser, shell, _ in
      async let initial = shell.prompt("First", initial: "begin")
      await shell.end(try await shown("First", browser, shell), with: .confirmed)
      #expect(await initial == "begin")
      async let edited = shell.prompt("Second", initial: "begin")
      let second = try await shown("Second", browser, shell)
      await shell.edit(second, "end")
      await shell.end(second, with: .confirmed)
      #expect(await edited == "end")
    }
  }

  @Test func onlySoManyDialogsWait() async throws {
    try await withShell { browser, shell, _ in
      await withTaskGroup { group in
        for number in 0..<400 { group.addTask { await shell.alert("Denied \(number)") } }
        for _ in 8..<400 { await group.next() }
        await shell.perform { shell in
          #expect(shell.dialogs.count == 8)
          for dialog in shell.dialogs { shell.end(dialog.id, with: .confirmed) }
        }
      }
      async let choice = shell.choose("Many", from: (0..<5000).map { _ in String(repeating: "x", count: 9000) })
      let id = try await shown("Many", browser, shell)
      await shell.end(id, with: .choice(199))
      #expect(await choice == 199)
    }
  }

  @Test func onlySoManyToastsAreShown() async throws {
    try await withShell { browser, shell, _ in
      let text = String(repeating: "x", count: 90_000)
      await shell.perform { shell in
        for _ in 0..<1500 { shell.toast(text) }
        #expect(shell.toasts.count == 5)
      }
      let cut = NoticeLimit.cut(text)
      try await browser.wait(for: "the toasts") { $0.texts.filter { $0 == cut }.count == 5 }
    }
  }

  @Test func onlyTheFirstAnswerCounts() async throws {
    try await withShell { browser, shell, _ in
      async let isSure = shell.confirm("Sure?")
      let id = try await shown("Sure?", browser, shell)
      await shell.perform { shell in
        shell.end(id + 1, with: .confirmed)
        #expect(shell.dialogs.count == 1)
        shell.end(id, with: .cancelled)
        #expect(shell.dialogs.isEmpty)
      }
      #expect(await isSure == false)
      // Wait until the update that the first answer has requested is done.
      await shell.perform { _ in }
      await shell.perform { shell in
        let neededUpdate = shell.needsUpdate
        shell.end(id, with: .confirmed)
        shell.edit(id, "late")
        #expect(shell.dialogs.isEmpty)
        #expect(shell.needsUpdate == neededUpdate)
      }
    }
  }
}
