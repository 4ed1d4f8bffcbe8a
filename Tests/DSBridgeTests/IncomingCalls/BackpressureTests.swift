import DSBridgeLocks
import Logging
import TestSupport
import Testing

@testable import DSBridge

/// The server's memory is limited while a page reads slowly.
@Suite(.timeLimit(.minutes(5))) struct BackpressureTests {
  private let seen = Seen()

  private func page(
    window: Int = 300, _ change: (inout WebView.Limits) -> Void = { _ in }, _ functions: [ExposedFunction] = []
  ) async throws -> MemoryPage {
    var limits = WebView.Limits()
    limits.sendWindow = window
    change(&limits)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let webView = WebView(logger: logger, limits: limits)
    (webView.keystone as? Keystone)?.javaScriptEvaluator = Unbatched()
    let page = MemoryPage(webView)
    try await page.open()
    return page
  }

  /// Reads and acknowledges wire messages until no more arrive. Returns the lines of all messages that begin with
  /// `verb`.
  private func readOn(_ page: MemoryPage, _ verb: String) async throws -> [String] {
    var lines: [String] = []
    var last = 0
    while true {
      await page.webView.settled()
      let messages = page.takeAll()
      if messages.isEmpty { return lines }
      for line in messages.flatMap({ $0.split(separator: "\n") }) {
        if line.hasPrefix("message ") { last = Int(line.dropFirst(8)) ?? 0 }
        if line.hasPrefix(verb) { lines.append(String(line)) }
      }
      try page.say("ack \(last)")
    }
  }

  @Test func evaluationsWaitForAPageThatIsBehind() async throws {
    let page = try await page()
    for number in 1...100 { page.webView.call("f", with: [number]) }
    await page.webView.settled()
    let messages = page.takeAll()
    let early = messages.flatMap { $0.split(separator: "\n").filter { $0.hasPrefix("invoke") } }
    #expect((1...25).contains(early.count), "\(early.count)")
    #expect(await page.webView.kept > 5000)
    // Acknowledge all messages: the first calls may have been sent in several messages, before the last calls were
    // made.
    try page.say("ack \(messages.count)")
    let rest = try await readOn(page, "invoke")
    let all = early.map(String.init) + rest
    #expect(all == (1...100).map { "invoke \($0) f [\($0)]" })
    #expect(await page.webView.kept == 0)
  }

  @Test func onlyTheNewestOfAKeyIsSent() async throws {
    let page = try await page()
    let webView = page.webView
    for number in 1...100 { webView.call("f", with: [number]) }
    // Wait until the send window is full. Before that, evaluations are sent at once instead of queued.
    await webView.settled()
    while await !webView.isWindowFull { await webView.settled() }
    let kept = await webView.kept
    for number in 1...1000 {
      webView.call("progress", with: [number], replacing: "p")
      webView.evaluateJavaScript("show(\(number))", replacing: "s")
      if number == 500 { webView.call("f", with: [101]) }
    }
    webView.call("f", with: [102])
    await webView.settled()
    #expect(await webView.kept < kept + 500)
    let lines = try await readOn(page, "")
    let ends = lines.filter { !$0.hasPrefix("message") }.map { $0.split(separator: " ", maxSplits: 2).last ?? "" }
    #expect(
      Array(ends.suffix(5)) == ["f [100]", "f [101]", "progress [1000]", #""show(1000)""#, "f [102]"],
      "\(ends)")
    // Replaced calls no longer have a record. 102 calls of `f`, one of `progress` and one script remain.
    #expect(await webView.waitingCalls == 104)
  }

  @Test func beyondTheLimitCallsFailAndTheDocumentStays() async throws {
    let page = try await page { $0.maximumUnacknowledgedSize = 10_000 }
    let webView = page.webView
    let failures = Mutex<[String]>([])
    for _ in 1...1000 {
      webView.evaluateJavaScript("0") { _, error in
        failures.withLock { $0.append("\((error as? BridgeError)?.code.description ?? "none")") }
      }
    }
    await webView.settled()
    #expect(await webView.kept <= 10_000)
    #expect(failures.withLock { $0.count } > 800)
    #expect(failures.withLock { $0.allSatisfy { $0 == "pageBehind" } })
    let long = String(repeating: "a", count: 10_000)
    let error = await #expect(throws: BridgeError.self) {
      try await webView.call("f", with: [long], returning: Int.self)
    }
    #expect(error?.code == .pageBehind)
    #expect(error?.message.contains("\"f\"") == true)
    let sent = try await readOn(page, "eval")
    #expect(sent.count == 1000 - failures.withLock { $0.count })
    // The page has caught up, so calls succeed again.
    async let answer = webView.call("f", returning: Int.self)
    let id = await page.next("invoke").split(separator: " ")[1]
    try page.say("return 2 \(id) done 7")
    #expect(try await answer == 7)
  }

  @Test func callsForAPageThatIsNotThereAreBoundedToo() async throws {
    var limits = WebView.Limits()
    limits.maximumUnacknowledgedSize = 1000
    let webView = WebView(logger: Logger(label: "test"), limits: limits)
    for _ in 1...100 { webView.call("f") }
    let error = await #expect(throws: BridgeError.self) { try await webView.call("f", returning: Int.self) }
    #expect(error?.code == .pageBehind)
  }

  @Test func valuesThatCannotFailEndTheDocument() async throws {
    let page = try await page { $0.maximumUnacknowledgedSize = 10_000 }
    page.webView.addInterface(
      HandMade {
        [
          ExposedFunction(
            "pour",
            completing: { _, responder in for number in 1...1000 { responder.send(number, last: false) } })
        ]
      }, by: nil)
    try page.say("post 2 pour dscb0 null")
    #expect(await page.next("bye").contains("reads too slowly"))
    await page.webView.settled()
    #expect(await page.webView.open(page.id, isNew: false, at: "") == nil)
  }

  @Test func aCallThatIsGivenUpDoesNotTakeRoom() async throws {
    let page = try await page()
    let webView = page.webView
    for number in 1...100 { webView.call("f", with: [number]) }
    await webView.settled()
    let kept = await webView.kept
    for _ in 1...100 {
      let waiting = Task { try await webView.call("g", returning: Int.self) }
      await webView.settled()
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
    }
    await webView.settled()
    #expect(await webView.kept <= kept)
    let lines = try await readOn(page, "invoke")
    #expect(lines.allSatisfy { $0.contains(" f ") })
  }

  /// A small value from a large wire message must not keep the whole message in memory.
  @Test func aValueThatWaitsKeepsItsOwnBytesOnly() async throws {
    let page = try await page()
    page.webView.addInterface(
      HandMade {
        [ExposedFunction("echo", completing: { arguments, responder in responder.send(arguments.json, last: false) })]
      }, by: nil)
    for number in 2...20 { try page.say("post \(number) echo dscb\(number) [\(number)]") }
    await page.webView.settled()
    #expect(await page.webView.waitingValues.allSatisfy { $0.bytes.startIndex == 0 })
    #expect(await !page.webView.waitingValues.isEmpty)
  }

  @Test func whileAwayOnlyTheNewestIsKept() async throws {
    let page = try await page { $0.offlineBacklogLimit = 1000 }
    let webView = page.webView
    webView.disconnect(page, of: page.id)
    for number in 1...1000 {
      webView.call("progress", with: [number], replacing: "p")
      if number.isMultiple(of: 100) { await webView.settled() }
    }
    webView.connect(page, to: page.id, received: 0)
    let line = await page.next("invoke")
    #expect(line.hasSuffix(" progress [1000]"), "\(line)")
  }
}

extension WebView {
  fileprivate var waitingCalls: Int { pageCalls.count }

  fileprivate var isWindowFull: Bool { document.map { $0.outbox.bytes >= $0.outbox.sendWindow } ?? false }

  fileprivate var waitingValues: [JSON] {
    var waiting = document?.outbox.waiting ?? Backlog()
    var values: [JSON] = []
    while let evaluation = waiting.popFirst() {
      if case .callback(_, _, let json?) = evaluation.line { values.append(json) }
    }
    return values
  }
}
