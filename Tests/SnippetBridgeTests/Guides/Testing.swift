import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

// The code of docs/testing.md.

@Exposed
struct Till {
  func total(of prices: [Int]) -> Int { prices.reduce(0, +) }

  func countTo(_ last: Int, completion: (Int, Bool) -> Void) {
    for number in 1...last { completion(number, number == last) }
  }
}

@Test func theTillAdds() async throws {
  try await withTestPage(prepare: { $0.addInterface(Till(), by: "till") }) { page, server async throws in
    #expect(try await page.call("till.total", [3, 4]) == 7)
  }
}

@Test func aPageDoesWhatPagesDo() async throws {
  try await withTestPage(prepare: { $0.addInterface(Till(), by: "till") }) { page, server async throws in
    #expect(try await page.ask("till.total", [3, 4]).value() == 7)  // native.till.total([3, 4])
    #expect(try await page.post("till.countTo", 3, as: Int.self).all() == [1, 2, 3])  // with a callback

    await page.register("addValue") { try $0.decode(Int.self, at: 0) + $0.decode(Int.self, at: 1) }
    await page.onEvaluate { $0 == "document.title" ? "Shop" : nil }
    let webView = try #require(server.webViews.first)
    #expect(try await webView.call("addValue", with: [3, 4], returning: Int.self) == 7)
    #expect(try await webView.evaluateJavaScript("document.title", returning: String.self) == "Shop")

    let failure = await #expect(throws: CallFailure.self) { try await page.call("till.sum", [1], as: Int.self) }
    #expect(failure?.kind == "noSuchMethod")
  }
}

@Test func anAnswerSurvivesTheNetwork() async throws {
  try await withTestPage(prepare: { $0.addInterface(Till(), by: "till") }) { page, server async throws in
    await page.cut()  // the document goes on, without a connection
    let answer = try await page.ask("till.total", [3, 4], as: Int.self)
    try await page.connect()
    #expect(try await answer.value() == 7)
  }
}

@Test func nothingIsLostOnABadNetwork() async throws {
  try await withTestPage(prepare: { $0.addInterface(Till(), by: "till") }) { _, server async throws in
    let proxy = try UnreliableProxy(to: try await server.url(), troubles: .many)
    let page = try await TestPage.open(proxy.url, timeLimit: .seconds(60), reconnects: true)
    for number in 1...20 {
      let total = try await page.ask("till.total", [number, 1], as: Int.self).value()
      #expect(total == number + 1, "seed \(proxy.seed): \(proxy.counts)")
    }
    await page.close()
  }
}

@Test func theTillIsNotForEverybody() async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "Testing-\(UUID())").path
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try await withTestPage(
    configure: {
      $0.tls = .selfSigned(folder: folder)
      $0.token = AccessToken("open-sesame-1234567")
    }, prepare: { $0.addInterface(Till(), by: "till") }
  ) { _, server async throws in
    let url = try await server.url()
    let access = PageAccess(trust: .certificates(file: folder + "/localhost.crt"), token: "open-sesame-1234567")
    let page = try await TestPage.open(url, access: access)
    #expect(try await page.call("till.total", [3, 4]) == 7)
    await page.close()
  }
}
