import SnippetBridge
import SnippetBridgeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct PageFunctionTests {
  private func onlyWebView(_ test: TestServer) throws -> WebView {
    try #require(test.server.webViews.first)
  }

  @Test func swiftCallsThePage() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url, isReady: false)
      await page.register("addValue") { arguments in
        try arguments.decode(Int.self, at: 0) + arguments.decode(Int.self, at: 1)
      }
      await page.registerAsynchronous("startTimer") { _, respond in
        for count in 0..<5 { respond(count, isLast: false) }
        respond(5)
      }
      await page.register("broken") { _ in throw PageException(name: "TypeError", message: "x is undefined") }
      await page.onEvaluate { $0 == "6 * 7" ? 42 : nil }
      await page.ready()
      let webView = try onlyWebView(test)
      #expect(try await webView.call("addValue", with: [3, 4], returning: Int.self) == 7)
      #expect(try await webView.call("startTimer", returning: Int.self) == 5)
      #expect(try await webView.evaluateJavaScript("6 * 7", returning: Int.self) == 42)
      #expect(await webView.hasJavaScriptMethod(named: "addValue"))
      #expect(await !webView.hasJavaScriptMethod(named: "subtractValue"))
      let thrown = await #expect(throws: BridgeError.self) { try await webView.call("broken", returning: Int.self) }
      #expect(thrown?.code == .pageThrew)
      let missing = await #expect(throws: BridgeError.self) { try await webView.call("nope", returning: Int.self) }
      #expect(missing?.code == .noSuchMethod)
      await page.close()
    }
  }

  @Test func callsMadeBeforeThePageIsReadyArriveInOrder() async throws {
    let (order, sink) = AsyncStream<Int>.makeStream()
    try await TestServer.run(prepare: { webView in
      for number in 0..<100 { webView.call("collect", with: [number]) }
    }) { test async throws in
      let page = try await TestPage.open(test.url, isReady: false)
      await page.register("collect") { arguments in
        sink.yield(try arguments.decode(Int.self, at: 0))
        return nil
      }
      await page.ready()
      var received: [Int] = []
      for await number in order {
        received.append(number)
        if received.count == 100 { break }
      }
      #expect(received == Array(0..<100))
      await page.close()
    }
  }

  @Test func windowCloseReachesTheDismissalHandler() async throws {
    let (closes, sink) = AsyncStream<Void>.makeStream()
    try await TestServer.run(prepare: { $0.dismissalHandler = { sink.yield() } }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.closeWindow())
      var iterator = closes.makeAsyncIterator()
      #expect(await iterator.next() != nil)
      await page.close()
    }
  }

  /// Evaluations are sent in one wire message per batch, and at most one batch per 50 ms, however fast they arrive.
  @Test func evaluationsLeaveInBatches() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      await page.register("collect") { _ in nil }
      let webView = try onlyWebView(test)
      let messages = await page.batches()
      let start = ContinuousClock.now
      var sent = 0
      while ContinuousClock.now - start < .milliseconds(300) {
        webView.call("collect", with: [sent])
        sent += 1
        await Task.yield()
      }
      var received: [String] = []
      var batches = 0
      while received.count < sent, let message = try await messages.next() {
        received += message.evaluations
        batches += 1
      }
      #expect(received.count == sent)
      #expect(received.enumerated().allSatisfy { $1.hasSuffix("[\($0)]") })
      // On a busy machine, batches may arrive late and together. All of them were sent between the first call and
      // now.
      #expect(batches <= Int((ContinuousClock.now - start) / .milliseconds(50)) + 2)
      await page.close()
    }
  }
}
