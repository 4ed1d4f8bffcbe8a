import DSBridgeLocks
import Logging
import TestSupport
import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct PageCallTests {
  @Test func callsWaitForThePageAndArriveInOrder() async throws {
    let webView = WebView()
    for number in 1...3 { webView.call("f\(number)", with: [number]) }
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    try page.say("event 1 ready null")
    var message = await page.next()
    if message == "ack 1" { message = await page.next() }
    #expect(message == "message 1\ninvoke 1 f1 [1]\ninvoke 2 f2 [2]\ninvoke 3 f3 [3]")
  }

  @Test func theTypedResultComesBack() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    async let sum = webView.call("addValue", with: [3, 4], returning: Int.self)
    #expect(await page.next("invoke") == "invoke 1 addValue [3,4]")
    try page.say("return 2 1 done 7")
    #expect(try await sum == 7)
  }

  @Test func aCallWithoutAResultIsAwaited() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    async let shown: Void = webView.call("show", with: [1], returning: Void.self)
    #expect(await page.next("invoke") == "invoke 1 show [1]")
    try page.say("return 2 1 done {\"any\":1}")
    try await shown
    let failed = Task { try await webView.call("show", returning: Void.self) }
    _ = await page.next("invoke")
    try page.say("throw 3 2 {\"message\":\"no\",\"name\":\"Error\"}")
    await #expect(throws: BridgeError(.pageThrew, "Error: no")) { try await failed.value }
  }

  @Test func theNewestCallOfManyPagesIsEnough() async throws {
    let webViews = [WebView(), WebView()]
    for number in 1...3 { webViews.call("progress", with: [number], replacing: "p") }
    for webView in webViews {
      let page = MemoryPage(webView)
      try await page.open()
      #expect(await page.next("invoke") == "invoke 3 progress [3]")
    }
  }

  /// If a call to the page fails and no caller waits for it, the failure is logged once.
  @Test func aFailureThatNobodyWaitsForIsInTheLogOnce() async throws {
    let log = LogRecorder()
    let webView = WebView(logger: log.logger)
    let page = MemoryPage(webView)
    try await page.open()
    webView.call("missing")
    [webView].call("missing")
    webView.evaluateJavaScript("syntax error")
    try page.say("throw 2 1 {\"message\":\"no such function\",\"code\":\"notFound\"}")
    try page.say("throw 3 2 {\"message\":\"no such function\",\"code\":\"notFound\"}")
    try page.say("throw 4 3 {\"message\":\"unexpected identifier\",\"name\":\"SyntaxError\"}")
    webView.call("unwritable", with: [Double.nan])
    [webView].call("unwritable too", with: [Double.nan])
    await webView.settled()
    let lines = log.lines.filter { $0.contains("its result is not awaited") }
    #expect(lines.count == 4, "\(lines)")
    for (line, words) in zip(
      lines,
      [
        ["missing", "no such function"], ["the script", "SyntaxError: unexpected identifier"], ["unwritable", "nan"],
        ["unwritable too", "nan"],
      ])
    {
      for word in words { #expect(line.contains(word), "\(line)") }
    }
  }

  @Test func bothShapesWithCompletions() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    let (values, sink) = AsyncStream<String>.makeStream()
    webView.call("append", with: ["I", "love", "you"]) { sink.yield("untyped \($0 as? String ?? "nil")") }
    webView.call("addValue", with: [5, 6], thatReturns: Int.self) { sink.yield("typed \((try? $0.get()) ?? -1)") }
    webView.call("addValue", thatReturns: Int.self) { result in
      if case .failure(let error as BridgeError) = result, error.code == .returnTypeMismatch { sink.yield("mismatch") }
    }
    _ = await page.next("invoke")
    try page.say("return 2 1 done \"I love you\"\nreturn 3 2 done 11\nreturn 4 3 done \"x\"")
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == "untyped I love you")
    #expect(await iterator.next() == "typed 11")
    #expect(await iterator.next() == "mismatch")
  }

  @Test func aFunctionMayReturnSeveralValues() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    let (values, sink) = AsyncStream<Int>.makeStream()
    webView.call("startTimer") { sink.yield($0 as? Int ?? -1) }
    _ = await page.next("invoke")
    try page.say("return 2 1 more 0\nreturn 3 1 more 1\nreturn 4 1 done 2\nreturn 5 1 done 3\nevent 6 after null")
    // The value after the last one is ignored, so the next value that arrives is the result of this call.
    webView.call("next") { sink.yield($0 as? Int ?? -1) }
    _ = await page.next("invoke")
    try page.say("return 7 2 done 9")
    var iterator = values.makeAsyncIterator()
    var received: [Int?] = []
    for _ in 0..<4 { received.append(await iterator.next()) }
    #expect(received == [0, 1, 2, 9])
  }

  @Test func undefinedIsNil() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    let value = Task { try await webView.call("f", returning: Int?.self) }
    _ = await page.next("invoke")
    try page.say("return 2 1 done")
    #expect(try await value.value == nil)
  }

  @Test func aPageThatThrowsIsAnError() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    let value = Task { try await webView.call("f", returning: Int.self) }
    _ = await page.next("invoke")
    try page.say(#"throw 2 1 {"message":"broken","name":"TypeError","stack":"at f"}"#)
    let error = await #expect(throws: BridgeError.self) { try await value.value }
    #expect(error?.code == .pageThrew)
    #expect(error?.message.contains("broken") == true)
  }

  @Test func aMissingFunctionIsAnErrorOfItsOwn() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    let value = Task { try await webView.call("nope", returning: Int.self) }
    _ = await page.next("invoke")
    try page.say(#"throw 2 1 {"message":"no function nope","code":"notFound"}"#)
    let error = await #expect(throws: BridgeError.self) { try await value.value }
    #expect(error?.code == .noSuchMethod)
  }

  @Test func aPageThatIsLeftIsAnError() async throws {
    let webView = WebView()
    let page = MemoryPage(webView, id: "a")
    try await page.open()
    let value = Task { try await webView.call("f", returning: Int.self) }
    _ = await page.next("invoke")
    try await MemoryPage(webView, id: "b").open()
    let error = await #expect(throws: BridgeError.self) { try await value.value }
    #expect(error?.code == .pageGone)
  }

  @Test func aPageThatDoesNotReturnIsGoneAfterTheGraceTime() async throws {
    let clock = TestClock()
    let webView = WebView(logger: .init(label: "test"), limits: .unwatched, clock: clock)
    let page = MemoryPage(webView)
    try await page.open()
    let value = Task { try await webView.call("f", returning: Int.self) }
    _ = await page.next("invoke")
    webView.disconnect(page, of: page.id)
    await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    let error = await #expect(throws: BridgeError.self) { try await value.value }
    #expect(error?.code == .pageGone)
    // Later calls fail at once.
    let again = await #expect(throws: BridgeError.self) { try await webView.call("f", returning: Int.self) }
    #expect(again?.code == .pageGone)
  }

  @Test func aPageThatReturnsGetsWhatItMissed() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    let value = Task { try await webView.call("f", returning: Int.self) }
    let lost = await page.next()
    #expect(lost == "message 1\ninvoke 1 f []")
    webView.disconnect(page, of: page.id)
    webView.connect(page, to: page.id, received: 0)
    #expect(await page.next() == #"welcome {"confirmed":1,"intercept":false}"#)
    #expect(await page.next() == lost)
    try page.say("ack 1\nreturn 2 1 done 5")
    #expect(try await value.value == 5)
    webView.connect(page, to: page.id, received: 0)
    #expect(await page.next() == "ack 2")
    // The page asks for message 1, which it has acknowledged, so the server closes its socket.
    #expect(await page.next("closed").hasPrefix("closed 1008"))
  }

  @Test func aNewerSocketReplacesTheOlder() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    let newer = MemoryPage(webView)
    webView.connect(newer, to: page.id, received: 0)
    #expect(await page.next("closed").hasPrefix("closed 4000"))
    #expect(await newer.next() == #"welcome {"confirmed":1,"intercept":false}"#)
    // The end of the older socket has no effect.
    webView.disconnect(page, of: page.id)
    webView.call("f")
    #expect(await newer.next("invoke") == "invoke 1 f []")
  }

  @Test func scriptsAreEvaluated() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    let value = Task { try await webView.evaluateJavaScript("1 + 1\n", returning: Int.self) }
    #expect(await page.next("eval") == #"eval 1 "1 + 1\n""#)
    try page.say("return 2 1 done 2")
    #expect(try await value.value == 2)
  }

  /// A page may answer a call several times. If the caller expects one result, the call ends with the first.
  @Test func questionsWithOneAnswerEndWithTheFirst() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    let value = Task { try await webView.evaluateJavaScript("1", returning: Int.self) }
    _ = await page.next("eval")
    try page.say("return 2 1 more 1\nreturn 3 1 more 2\nreturn 4 1 done 3\nthrow 5 1 {}")
    #expect(try await value.value == 1)
    async let has = webView.hasJavaScriptMethod(named: "f")
    _ = await page.next("invoke")
    try page.say("return 6 2 more true\nreturn 7 2 more false\nreturn 8 2 done false")
    #expect(await has)
    #expect(try await page.call("call 9 _dsb.returnValue {\"id\":2,\"complete\":false,\"data\":1}") == #"reply 9 """#)
  }

  @Test func hasJavaScriptMethodAsksThePage() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    async let has = webView.hasJavaScriptMethod(named: "addValue")
    #expect(await page.next("invoke") == #"invoke 1 _hasJavascriptMethod ["addValue"]"#)
    try page.say("return 2 1 done true")
    #expect(await has)
  }

  @Test func windowCloseReachesTheDismissalHandler() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    #expect(try await page.call("call 2 _dsb.closePage null") == "reply 2 false")
    let closes = Mutex(0)
    webView.dismissalHandler = { closes.withLock { $0 += 1 } }
    #expect(try await page.call("call 3 _dsb.closePage null") == "reply 3 true")
    #expect(closes.withLock { $0 } == 1)
  }

  @Test func protocolErrorsCloseTheSocket() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    try page.say("ask 5 f null")
    #expect(await page.next("closed").hasPrefix("closed 1002"))
    // A blocking call must be sent by a request, not on the socket.
    try page.say("call 1 f null")
    #expect(await page.next("closed").hasPrefix("closed 1002"))
    try page.say("ack 99")
    #expect(await page.next("closed").hasPrefix("closed 1002"))
  }
}
