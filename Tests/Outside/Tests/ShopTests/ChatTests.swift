import Shop
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Tests of an interface that calls a function in all pages.
@Suite(.timeLimit(.minutes(5))) struct ChatTests {
  @Test func whatOnePageSaysAnotherHears() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, server in
      let other = try await TestPage.open(try await server.url())
      let (heard, sink) = AsyncStream<String>.makeStream()
      await other.register("heard") { arguments in
        sink.yield(try arguments.decode(String.self, at: 0))
        return nil
      }
      _ = try await page.ask("chat.say", "hello", as: String.self).value()
      let text = await heard.first { _ in true }
      #expect(text == "hello")
      await other.close()
    }
  }

  @Test func theNewestPriceReplacesOneThatHasNotLeft() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, server in
      let (shown, sink) = AsyncStream<Int>.makeStream()
      await page.register("showPrice") { arguments in
        sink.yield(try arguments.decode(Int.self, at: 0))
        return nil
      }
      for price in 1...1000 { server.webViews.call("showPrice", with: [price], replacing: "price") }
      var prices: [Int] = []
      for await price in shown {
        prices.append(price)
        if price == 1000 { break }
      }
      #expect(prices.count < 1000)
      #expect(prices == prices.sorted())
    }
  }
}
