import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

// The code of docs/guides/testing.md.

@Suite(.timeLimit(.minutes(5))) struct TestingGuideTests {}

@Exposed
struct Till {
  func total(of prices: [Int]) -> Int { prices.reduce(0, +) }

  func countTo(_ last: Int, completion: (Int, Bool) -> Void) {
    for number in 1...last { completion(number, number == last) }
  }
}

extension TestingGuideTests {
  @Test func theTillAdds() async throws {
    try await withTestPage(prepare: { $0.addInterface(Till(), by: "till") }) { page, server in
      let total = try await page.call("till.total", [3, 4], as: Int.self)
      #expect(total == 7)
    }
  }

  @Test func aPageDoesWhatPagesDo() async throws {
    try await withTestPage(prepare: { $0.addInterface(Till(), by: "till") }) { page, server async throws in
      let total = try await page.ask("till.total", [3, 4], as: Int.self).value()  // native.till.total([3, 4])
      #expect(total == 7)
      let counted = try await page.post("till.countTo", 3, as: Int.self).all()  // with a callback
      #expect(counted == [1, 2, 3])

      await page.register("addValue") { try $0.decode(Int.self, at: 0) + $0.decode(Int.self, at: 1) }
      await page.onEvaluate { $0 == "document.title" ? "Shop" : nil }
      let webView = try #require(server.webViews.first)
      let sum = try await webView.call("addValue", with: [3, 4], returning: Int.self)
      #expect(sum == 7)
      let title = try await webView.evaluateJavaScript("document.title", returning: String.self)
      #expect(title == "Shop")
    }
  }

  @Test func theTillHasABackButton() async throws {
    try await withTestPage(
      configure: { $0.documents = MemoryDocuments(["index.html": "till", "help.html": "help"]) },
      prepare: { $0.addInterface(Till(), by: "till") }
    ) { page, server async throws in
      let webView = try #require(server.webViews.first)
      #expect(try await page.follow("/help.html"))
      let urls = await page.urls()
      #expect(try await urls.next()?.path() == "/help.html")
      webView.navigator.goBack()
      #expect(try await urls.next()?.path() == "/")
    }
  }
}

@Exposed
final class Oven {
  enum OvenError: String, CodedError { case tooHot }

  /// The function that waits. A test passes one that returns at once.
  private let wait: @Sendable (Duration) async throws -> Void

  init(wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }) {
    self.wait = wait
  }

  func preheat(to degrees: Int) throws -> Date {
    guard degrees < 300 else { throw OvenError.tooHot }
    return Date(timeIntervalSince1970: 0)
  }

  nonisolated(nonsending) func bake(minutes: Int, progress: (Int, Bool) -> Void) async throws {
    for minute in 1...minutes {
      try await wait(.seconds(60))
      progress(100 * minute / minutes, minute == minutes)
    }
  }

  nonisolated(nonsending) func cool() async throws { try await wait(.seconds(3600)) }
}

extension TestingGuideTests {
  @Test func anErrorHasItsCode() async throws {
    try await withTestPage(prepare: { $0.addInterface(Oven(), by: "oven") }) { page, _ in
      let failure = await #expect(throws: CallFailure.self) { try await page.call("oven.preheat", 400, as: Date.self) }
      #expect(failure?.code == "tooHot")  // error.code in JavaScript
      #expect(failure?.message == "tooHot")

      let missing = await #expect(throws: CallFailure.self) { try await page.call("oven.clean", as: Int.self) }
      #expect(missing?.code == "noSuchMethod")
    }
  }

  @Test func progressComesValueByValue() async throws {
    let waits = AsyncStream<Duration>.makeStream()
    let oven: @Sendable () -> Oven = { Oven { waits.continuation.yield($0) } }
    try await withTestPage(prepare: { $0.addInterface(oven(), by: "oven") }) { page, _ in
      let percents = try await page.post("oven.bake", 4, as: Int.self)
      let first = try await percents.next()
      #expect(first == 25)
      let others = try await percents.all()
      #expect(others == [50, 75, 100])

      let waited = await waits.stream.first { _ in true }
      #expect(waited == .seconds(60))  // and the test took no minute
    }
  }

  @Test func whoWaitsTooLongIsTold() async throws {
    try await withTestPage(
      configure: { $0.webViews.blockingCallTimeLimit = .milliseconds(20) },
      prepare: { $0.addInterface(Oven(), by: "oven") }
    ) { page, _ in
      let failure = await #expect(throws: CallFailure.self) { try await page.call("oven.cool", as: String.self) }
      #expect(failure?.code == "timeout")
    }
  }

  @Test func anAnswerSurvivesTheNetwork() async throws {
    try await withTestPage(prepare: { $0.addInterface(Till(), by: "till") }) { page, server async throws in
      await page.cut()  // the document continues without a connection
      let answer = try await page.ask("till.total", [3, 4], as: Int.self)
      try await page.connect()
      let total = try await answer.value()
      #expect(total == 7)
    }
  }

  @Test func nothingIsLostOnABadNetwork() async throws {
    try await withTestPage(prepare: { $0.addInterface(Till(), by: "till") }) { _, server async throws in
      let proxy = try UnreliableProxy(to: try await server.url(), faults: .many)
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
      let total = try await page.call("till.total", [3, 4], as: Int.self)
      #expect(total == 7)
      await page.close()
    }
  }
}
