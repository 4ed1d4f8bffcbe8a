import Foundation
import SnippetBridgeTesting
import SnippetShell
import Testing

/// Checks that the guides' Swift code is contained in the files of this folder, so that it compiles. Runs that code.
@Suite(.timeLimit(.minutes(1))) struct GuideTests {
  @Test(arguments: [
    ("shell", "ShellGuide"), ("snippets", "SnippetsGuide"), ("moving-from-tws", "MovingFromTWS"),
  ])
  func theCodeCompiles(guide: String, file: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "../../../docs/guides/\(guide).md"), encoding: .utf8)
    let code = try String(contentsOf: folder.appending(path: "\(file).swift"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let block = block.replacing("@main\n", with: "").replacing("import SnippetShell\n", with: "")
      #expect(code.contains(block), "\(block)")
    }
  }

  @Test func theFormShowsWhatIsEntered() async throws {
    try await withShell(prepare: { addForm(to: $0) }) { browser, _, _ in
      try await browser.enter("Bo", into: "Name")
      try await browser.wait(for: "the greeting") { $0.texts.contains("Hello, Bo") }
    }
  }

  @Test func theProgramHasTabsAQuestionAndAnIndicatorOfItsOwn() async throws {
    try await withShell(prepare: { shell in
      shell.tabs = [
        Tab("Rooms", icon: .map, badge: "2", content: .pages(rooms())),
        Tab("Account", icon: .person, content: .native(title: "Account") { shell in account(in: shell) }),
      ]
      shell.bind(errorView: { error, retry in problem(error, retry: retry) })
    }) { browser, shell, _ in
      _ = try await browser.topPage()
      try await browser.tap("Account")
      try await browser.tap("Check out")
      try await browser.tap("Cancel")
      try await browser.wait(for: "no question") { !$0.texts.contains("Cancel") }
      await shell.push(.page("/missing.html"))
      try await browser.wait(for: "the error view") { $0.texts.contains("The ferry has not come") }
    }
  }
}
