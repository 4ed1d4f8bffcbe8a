import DSBridgeLocks
import Foundation
import TestSupport
import Testing

@testable import DSBridge

/// Tests of one call or script that is sent to the pages of many web views.
@Suite(.timeLimit(.minutes(5))) struct ManyWebViewsTests {
  private func pages(_ count: Int, ready: Bool = true) async throws -> [MemoryPage] {
    var pages: [MemoryPage] = []
    for _ in 0..<count {
      let page = MemoryPage(WebView())
      try await page.open(ready: ready)
      pages.append(page)
    }
    for page in pages { await page.webView.idle() }
    return pages
  }

  @Test func idlePagesHaveItWhenTheCallReturns() async throws {
    let pages = try await pages(3)
    pages.map(\.webView).evaluateJavaScript("f(\"1\")")
    for page in pages { #expect(page.takeAll() == ["message 1\neval 1 \"f(\\\"1\\\")\""]) }
  }

  @Test func aCallIsWrittenForAll() async throws {
    let pages = try await pages(3)
    pages.map(\.webView).call("show", with: [1, "two"])
    for page in pages { #expect(page.takeAll() == ["message 1\ninvoke 1 show [1,\"two\"]"]) }
  }

  @Test func whatJSONCannotHoldCallsNothing() async throws {
    let pages = try await pages(2)
    pages.map(\.webView).call("show", with: [Double.nan])
    pages.map(\.webView).call("next")
    for page in pages { #expect(await page.next("invoke").hasSuffix(" next []")) }
  }

  @Test func pagesThatAreNotReadyGetItLater() async throws {
    let pages = try await pages(2, ready: false)
    let webViews = pages.map(\.webView)
    webViews.evaluateJavaScript("1")
    webViews.call("f")
    for page in pages {
      try page.say("event 1 ready null")
      #expect(await page.next("eval") == "eval 1 \"1\"")
    }
  }

  @Test func theNextOnesWaitForTheirBatchInOrder() async throws {
    let clock = TestClock()
    let page = try await pages(1)[0]
    (page.webView.keystone as? Keystone)?.javaScriptEvaluator = JavaScriptEvaluator(
      interval: .milliseconds(50), clock: clock)
    for number in 1...3 { [page.webView].call("f", with: [number]) }
    page.webView.call("g")
    await page.webView.settled()
    await clock.sleepers(1)
    #expect(page.takeAll() == ["message 1\ninvoke 1 f [1]"])
    clock.advance(by: .milliseconds(50))
    #expect(await page.next() == "message 2\ninvoke 2 f [2]\ninvoke 3 f [3]\ninvoke 4 g []")
  }

  @Test func callsThatWaitInTheQueueComeFirst() async throws {
    let page = try await pages(1)[0]
    (page.webView.keystone as? Keystone)?.javaScriptEvaluator = Unbatched()
    for number in 1...50 {
      if number % 2 == 0 { page.webView.call("f", with: [number]) } else { [page.webView].call("f", with: [number]) }
    }
    var calls: [Substring] = []
    while calls.count < 50 {
      calls += await page.next().split(separator: "\n").filter { $0.hasPrefix("invoke ") }
    }
    #expect(calls.map { $0.split(separator: " ").last } == (1...50).map { "[\($0)]" })
  }

  @Test func aProgramsOwnEvaluatorRunsInTheQueue() async throws {
    let page = try await pages(1)[0]
    struct Noting: JavaScriptEvaluating {
      let note: @Sendable () -> Void
      func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void) {
        note()
        leave(evaluations)
      }
    }
    let (noted, sink) = AsyncStream<Bool>.makeStream()
    let held = Mutex(())
    (page.webView.keystone as? Keystone)?.javaScriptEvaluator = Noting {
      // If the evaluator ran on the calling thread, which holds the lock, it would deadlock.
      held.withLock { _ in }
      sink.yield(true)
    }
    held.withLock { _ in [page.webView].evaluateJavaScript("1") }
    for await _ in noted { break }
    #expect(await page.next("eval") == "eval 1 \"1\"")
  }

  // MARK: Answers of pages

  @Test(arguments: [
    "return 2 1 done 5", "return 2 1 more {\"a\":[]}", "throw 2 1 {\"name\":\"Error\",\"message\":\"no\"}",
  ])
  func whatNobodyWaitsForIsTakenAtOnce(_ answer: String) async throws {
    let page = try await pages(1)[0]
    [page.webView].call("f")
    #expect(page.takeAll().count == 1)
    try page.say("ack 1\n" + answer)
    #expect(page.takeAll() == ["ack 2"])
  }

  @Test func whatSomebodyWaitsForIsTakenInTheQueue() async throws {
    let page = try await pages(1)[0]
    let (values, sink) = AsyncStream<Int>.makeStream()
    let held = Mutex(())
    page.webView.call("f") { value in
      held.withLock { _ in }
      sink.yield(value as? Int ?? -1)
    }
    _ = await page.next("invoke")
    try held.withLock { _ in try page.say("return 2 1 done 7") }
    for await value in values {
      #expect(value == 7)
      break
    }
  }
}
