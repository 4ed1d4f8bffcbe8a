import Shop
import SnippetBridgeTesting
import Testing

/// Tests of an interface that pages share.
@Suite(.timeLimit(.minutes(5))) struct GuestbookTests {
  @Test func whatOnePageWritesAnotherReads() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, server in
      let other = try await TestPage.open(try await server.url())
      _ = try await page.call("guestbook.write", "Ann was here", as: Int.self)
      let entries = try await other.call("guestbook.read", as: [String].self)
      #expect(entries == ["Ann was here"])
      await other.close()
    }
  }
}
