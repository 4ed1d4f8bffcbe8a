import Logging
import TestSupport
import Testing

@testable import DSBridge

/// A function must not wait for the page while the page waits for the function.
@Suite(.timeLimit(.minutes(5))) struct DeadlockTests {
  private let clock = TestClock()

  private func makeWebView() -> WebView { WebView(logger: Logger(label: "test"), limits: .unwatched, clock: clock) }

  private func asking(_ webView: WebView) -> HandMade {
    HandMade { [weak webView, clock] in
      [
        ExposedFunction(
          "askPage",
          asynchronous: { arguments in
            guard let webView else { return .empty }
            return try arguments.reply(try await webView.call("addValue", with: [3, 4], returning: Int.self))
          }),
        ExposedFunction(
          "evaluate",
          asynchronous: { arguments in
            guard let webView else { return .empty }
            return try arguments.reply(try await webView.evaluateJavaScript("1", returning: Int.self))
          }),
        ExposedFunction(
          "hasMethod", asynchronous: { try $0.reply(await webView?.hasJavaScriptMethod(named: "addValue")) }),
        ExposedFunction(
          "leaveTask",
          asynchronous: { _ in
            Task { _ = try? await webView?.call("addValue", with: [1, 2], returning: Int.self) }
            await Self.taskWaits(clock)
            return .empty
          }),
        ExposedFunction(
          "awaitTask",
          asynchronous: { arguments in
            let task = Task { try await webView?.call("addValue", with: [1, 2], returning: Int.self) }
            return try arguments.reply(try await task.value)
          }),
        ExposedFunction(
          "cancelTask",
          asynchronous: { arguments in
            let task = Task { try await webView?.call("addValue", with: [1, 2], returning: Int.self) }
            await Self.taskWaits(clock)
            task.cancel()
            let result = await task.result
            return try arguments.reply(#expect(throws: CancellationError.self) { try result.get() } != nil)
          }),
      ]
    }
  }

  /// Waits until two timers run: that of the blocking call, and that of a task that waits for the blocked page.
  private static func taskWaits(_ clock: TestClock) async { await clock.sleepers(2) }

  private func open(_ webView: WebView, id: Character = "a") async throws -> MemoryPage {
    webView.addInterface(asking(webView), by: nil)
    let page = MemoryPage(webView, id: id)
    try await page.open()
    return page
  }

  @Test(arguments: ["askPage", "evaluate"])
  func itIsRefusedAtOnce(method: String) async throws {
    let webView = makeWebView()
    let page = try await open(webView)
    let answer = try await page.call("call 2 \(method) null")
    #expect(answer.hasPrefix("fail 2 {") && answer.contains(#""kind":"deadlock""#), "\(answer)")
    #expect(answer.contains(method))
  }

  @Test func aQuestionWithoutErrorsIsAnsweredNo() async throws {
    let webView = WebView()
    #expect(try await open(webView).call("call 2 hasMethod null") == "reply 2 false")
  }

  @Test func aPageThatDoesNotStandStillAnswers() async throws {
    let webView = WebView()
    let page = try await open(webView)
    try page.say("ask 2 askPage null")
    #expect(await page.next("invoke") == "invoke 1 addValue [3,4]")
    try page.say("return 3 1 done 7")
    #expect(await page.next("reply") == "reply 2 7")
  }

  /// If a function calls the page and the call fails in the page, the function's own caller receives that failure.
  @Test func thePagesOwnFailureReachesIt() async throws {
    let webView = WebView()
    let page = try await open(webView)
    try page.say("ask 2 askPage null")
    #expect(await page.next("invoke") == "invoke 1 addValue [3,4]")
    try page.say(#"throw 3 1 {"message":"no","name":"Error","stack":""}"#)
    #expect(await page.next("fail").contains(#""kind":"pageThrew""#))
  }

  @Test func anotherPageAnswers() async throws {
    let asked = WebView()
    let asking = WebView()
    let other = try await open(asked)
    asking.addInterface(self.asking(asked), by: "other")
    let page = try await open(asking, id: "b")
    async let answer = page.call("call 2 other.askPage null")
    #expect(await other.next("invoke") == "invoke 1 addValue [3,4]")
    try other.say("return 2 1 done 7")
    #expect(try await answer == "reply 2 7")
  }

  @Test func aTaskLeftBehindWaitsForTheAnswer() async throws {
    let webView = makeWebView()
    let page = try await open(webView)
    #expect(try await page.call("call 2 leaveTask null") == #"reply 2 """#)
    #expect(await page.next("invoke") == "invoke 1 addValue [1,2]")
  }

  @Test func aTaskForWhichTheFunctionWaitsIsRefusedAfterASecond() async throws {
    let webView = makeWebView()
    let page = try await open(webView)
    async let answer = page.call("call 2 awaitTask null")
    await Self.taskWaits(clock)
    clock.advance(by: .seconds(1))
    #expect(try await answer.contains(#""kind":"deadlock""#))
  }

  @Test func aCancelledTaskStopsWaiting() async throws {
    let webView = makeWebView()
    #expect(try await open(webView).call("call 2 cancelTask null") == "reply 2 true")
  }
}
