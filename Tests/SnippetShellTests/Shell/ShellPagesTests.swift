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

  @Test func pagesBesideEachOtherHaveABar() async throws {
    try await withShell(prepare: { shell in
      shell.tabs = [
        Tab(
          "Rooms",
          content: .pages(
            Pages([
              Page("Overview", content: .page("/home.html")),
              Page("Reviews", badge: "3", content: .page("/rooms.html")),
            ])))
      ]
    }) { browser, shell, _ in
      _ = try await browser.topPage()
      try await browser.tap("Reviews")
      try await browser.wait(for: "the other page") { $0.topSource == "/rooms.html" }
      #expect(await shell.topScreen?.url?.path() == "/rooms.html")
      let pager = try #require(await browser.node { $0.attributes?["data-pager"] != nil }?.attributes?["data-pager"])
      try await browser.scroll(pager, to: 0)
      try await browser.wait(for: "the first page") { $0.topSource == "/home.html" }
      try await browser.tap("Next page")
      try await browser.wait(for: "the other page again") { $0.topSource == "/rooms.html" }
    }
  }

  @Test func aSwipeThatEndsAfterAPressDoesNotUndoIt() async throws {
    try await withShell(prepare: { shell in
      let pages = ["/home.html", "/rooms.html", "/lake.html"].map { Page($0, content: .page($0)) }
      shell.tabs = [Tab("Rooms", content: .pages(Pages(pages)))]
    }) { browser, shell, _ in
      _ = try await browser.topPage()
      let pager = try #require(await browser.node { $0.attributes?["data-pager"] != nil }?.attributes?["data-pager"])
      await browser.holdPages()
      await shell.perform { $0.showPage(2) }
      // This report was sent when the second page had come to rest, before the browser received the request for the
      // third page.
      await browser.tell("[\"position\",\"\(pager)\",1,true,0]")
      try await browser.wait(for: "the page that was on its way") { $0.topSource == "/rooms.html" }
      #expect(await browser.node { $0.attributes?["data-pager"] != nil }?.attributes?["data-page"] == "2")
      try await browser.scroll(pager, to: 0)
      try await browser.wait(for: "the first page: the user's last word") {
        $0.node { $0.attributes?["data-pager"] != nil }?.attributes?["data-page"] == "0"
      }
    }
  }
}
