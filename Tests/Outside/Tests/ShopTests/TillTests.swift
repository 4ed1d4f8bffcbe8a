import Shop
import SnippetBridgeTesting
import Testing

/// The first test of docs/testing.md, from a package of its own.
struct TillTests {
  @Test func theTillAdds() async throws {
    try await withTestPage(prepare: prepare) { page, server async throws in
      #expect(try await page.call("till.total", [3, 4]) == 7)
    }
  }
}
