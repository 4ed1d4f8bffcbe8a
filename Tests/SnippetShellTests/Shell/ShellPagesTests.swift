import SnippetBridgeTesting
import SnippetShell
import Testing

/// Pages in a horizontal strip, and their bar.
@Suite(.timeLimit(.minutes(2))) struct ShellPagesTests {
  /// The bar is above or below the pages, as the program chooses.
  @Test(arguments: [Pages.Edge.top, .bottom]) func theBarStandsWhereItWasAdded(edge: Pages.Edge) async throws {
    let pages = Pages([Page("One", content: .page("/home.html")), Page("Two", content: .page("/lake.html"))], at: edge)
    try await withShell(prepare: { $0.tabs = [Tab("Rooms", content: .pages(pages))] }) { browser, _, _ in
      try await browser.wait(for: "the pages") { $0.node { $0.class == "pages" } != nil }
      let parts = await browser.node { $0.class == "pages" }?.children?.map { $0.class ?? "" } ?? []
      #expect(parts.count == 2)
      #expect(parts.firstIndex { $0.contains("bar") } == (edge == .top ? 0 : 1))
      #expect(parts.firstIndex { $0.contains("pages-body") } == (edge == .top ? 1 : 0))
    }
  }
}
