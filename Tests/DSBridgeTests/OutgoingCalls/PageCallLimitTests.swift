import DSBridgeLocks
import Dispatch
import Logging
import TestSupport
import Testing

@testable import DSBridge

/// Calls to page functions can have a time limit.
@Suite(.timeLimit(.minutes(5))) struct PageCallLimitTests {
  private let clock = TestClock()

  private func makeWebView() -> WebView {
    WebView(logger: Logger(label: "test"), limits: .unwatched, clock: clock)
  }

  @Test func aPageThatDoesNotAnswerInTime() async throws {
    let webView = makeWebView()
    let page = MemoryPage(webView)
    try await page.open()
    let value = Task { try await webView.call("f", returning: Int.self, within: .seconds(5)) }
    _ = await page.next("invoke")
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: BridgeError.self) { try await value.value }
    #expect(error?.code == .timeout)
    #expect(error?.message.contains("\"f\"") == true)
    // A result that arrives after the limit is ignored.
    try page.say("return 2 1 done 7")
    async let next = webView.call("g", returning: Int.self)
    _ = await page.next("invoke")
    try page.say("return 3 2 done 8")
    #expect(try await next == 8)
  }

  @Test(arguments: [true, false])
  func case58_aPageThatDoesNotAnswerHasNoFunction(isThere: Bool) async throws {
    let webView = makeWebView()
    if isThere { try await MemoryPage(webView).open() }
    async let has = webView.hasJavaScriptMethod(named: "f", within: .seconds(5))
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    #expect(await !has)
  }

  /// The time limit of a call to the page does not depend on the web view's queue, which a function may block while it
  /// waits for the call.
  @Test func theLimitNeedsNoQueue() async throws {
    let webView = makeWebView()
    let held = DispatchSemaphore(value: 0)
    webView.addInterface(
      HandMade {
        [
          ExposedFunction(
            "askPage",
            synchronous: { _ in
              Task {
                let value = try? await webView.call("f", returning: Int.self, within: .seconds(5))
                if value == nil { held.signal() }
              }
              held.wait()
              return .empty
            })
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    async let answer = page.call("call 1 askPage null")
    // Two timers are pending: the limit of the blocking call, and the limit of the call to the page.
    await clock.sleepers(2)
    clock.advance(by: .seconds(5))
    #expect(try await answer == #"reply 1 """#)
  }

  @Test func completionsAreToldToo() async throws {
    let webView = makeWebView()
    let page = MemoryPage(webView)
    try await page.open()
    let (ends, sink) = AsyncStream<String>.makeStream()
    webView.call("f", within: .seconds(5)) { sink.yield($0 == nil ? "nil" : "value") }
    webView.call("f", thatReturns: Int.self, within: .seconds(5)) { result in
      if case .failure(let error as BridgeError) = result { sink.yield("\(error.code)") }
    }
    webView.hasJavaScriptMethod(named: "f", within: .seconds(5)) { sink.yield("\($0)") }
    webView.evaluateJavaScript("1", within: .seconds(5)) { _, error in
      sink.yield("\((error as? BridgeError)?.code.description ?? "none")")
    }
    await clock.sleepers(4)
    clock.advance(by: .seconds(5))
    var seen: [String] = []
    for await end in ends {
      seen.append(end)
      if seen.count == 4 { break }
    }
    #expect(seen.sorted() == ["false", "nil", "timeout", "timeout"])
  }

  @Test func aLimitMayBeLongerThanTime() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    async let value = webView.call("f", returning: Int.self, within: .seconds(Int64.max))
    _ = await page.next("invoke")
    webView.call("g", within: .seconds(Int64.max))
    _ = await page.next("invoke")
    try page.say("return 2 1 done 7")
    #expect(try await value == 7)
  }

  @Test func whatHasNotLeftInTimeNeverDoes() async throws {
    let webView = makeWebView()
    let value = Task { try await webView.call("f", returning: Int.self, within: .seconds(5)) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: BridgeError.self) { try await value.value }
    #expect(error?.code == .timeout)
    webView.call("g")
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    try page.say("event 1 ready null")
    #expect(await page.next("invoke") == "invoke 2 g []")
  }

  @Test func whatWaitsForItsBatchIsTakenBack() async throws {
    let webView = makeWebView()
    (webView.keystone as? Keystone)?.javaScriptEvaluator = JavaScriptEvaluator(
      interval: .milliseconds(50), clock: clock)
    let page = MemoryPage(webView)
    try await page.open()
    webView.call("first")
    _ = await page.next("invoke")
    let value = Task { try await webView.call("f", returning: Int.self) }
    await clock.sleepers(1)
    value.cancel()
    await #expect(throws: CancellationError.self) { try await value.value }
    webView.call("g")
    // Each `open` waits for one run of the web view's queue. After two runs, the call of `g` has been passed to the
    // evaluator.
    for _ in 1...2 { _ = await webView.open(page.id, isNew: false, at: "http://localhost/") }
    clock.advance(by: .milliseconds(50))
    #expect(await page.next("invoke").hasSuffix(" g []"))
  }

  @Test func anAnswerInTimeEndsTheWaiting() async throws {
    let webView = makeWebView()
    let page = MemoryPage(webView)
    try await page.open()
    async let value = webView.call("f", returning: Int.self, within: .seconds(5))
    _ = await page.next("invoke")
    await clock.sleepers(1)
    try page.say("return 2 1 done 7")
    #expect(try await value == 7)
    while clock.isAwaited, !Task.isCancelled { await Task.yield() }
  }

  @Test func aCancelledTaskDoesNotWait() async throws {
    let webView = makeWebView()
    let page = MemoryPage(webView)
    try await page.open()
    let value = Task { try await webView.call("f", returning: Int.self) }
    _ = await page.next("invoke")
    value.cancel()
    await #expect(throws: CancellationError.self) { try await value.value }
    let never = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await webView.call("g", returning: Int.self)
    }
    await #expect(throws: CancellationError.self) { try await never.value }
    // The call `g` is not sent, because its task was cancelled: the next message contains `h`.
    webView.call("h")
    #expect(await page.next("invoke").hasSuffix(" h []"))
  }
}
