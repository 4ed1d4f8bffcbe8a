import Shop
import SnippetBridgeTesting
import Testing

/// Tests of a custom dispatcher that checks permissions and measures durations for all calls from pages.
@Suite(.timeLimit(.minutes(5))) struct GatekeeperTests {
  @Test func onlyTheStaffOpensTheSafe() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, server in
      let refusal = await #expect(throws: CallFailure.self) { try await page.call("safe.open", as: String.self) }
      #expect(refusal?.code == "staffOnly")
      let isIn = try await page.call("entrance.enter", "1234", as: Bool.self)
      #expect(isIn)
      let state = try await page.call("safe.open", as: String.self)
      #expect(state == "open")
      // The code was not entered in the session of this other browser.
      let other = try await TestPage.open(try await server.url())
      let again = await #expect(throws: CallFailure.self) { try await other.call("safe.open", as: String.self) }
      #expect(again?.code == "staffOnly")
      await other.close()
    }
  }

  @Test func callsAreTimed() async throws {
    let shop = Shop()
    try await withTestPage(prepare: shop.prepare) { page, _ in
      _ = try await page.call("till.total", [3, 4], as: Int.self)
      _ = try await page.call("scale.weigh", as: Double.self)
      #expect(shop.times["till.total"].count == 1)
      #expect(shop.times["scale.weigh"].count == 1)
    }
  }
}
