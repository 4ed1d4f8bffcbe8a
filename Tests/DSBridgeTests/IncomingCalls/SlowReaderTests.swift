import Logging
import TestSupport
import Testing

@testable import DSBridge

/// A sequence is read no faster than the page reads.
@Suite(.timeLimit(.minutes(10))) struct SlowReaderTests {
  /// A sequence that never suspends and records its elements.
  private struct Eager<Element: Sendable>: AsyncSequence, AsyncIteratorProtocol {
    let seen: Seen
    let most: Int
    let element: @Sendable (Int) -> Element
    var count = 0

    func makeAsyncIterator() -> Self { self }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      count += 1
      guard count <= most else { return nil }
      seen.add(count)
      return element(count)
    }
  }

  private let seen = Seen()
  private let ended = Gate()

  private func page() async throws -> MemoryPage {
    var limits = WebView.Limits()
    limits.sendWindow = 10_000
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let webView = WebView(logger: logger, limits: limits)
    (webView.keystone as? Keystone)?.javaScriptEvaluator = Unbatched()
    webView.addInterface(
      HandMade { [seen, ended] in
        [
          ExposedFunction(
            "all",
            streaming: { _, responder in
              try await responder.send(elementsOf: Eager(seen: seen, most: 10_000) { "\($0)" })
              ended.open()
            }),
          ExposedFunction(
            "newest",
            streaming: { _, responder in
              try await responder.send(elementsOf: Eager(seen: seen, most: 10_000) { Coalesced($0) })
              ended.open()
            }),
          ExposedFunction(
            "progress",
            completing: { _, responder in
              for number in 1...10_000 { responder.send(Coalesced(number), last: number == 10_000) }
            }),
          ExposedFunction("addingOne", synchronous: { try $0.reply($0.decode(Int.self) + 1) }),
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    return page
  }

  private func kept(_ webView: isolated WebView) -> Int { webView.document?.kept ?? 0 }

  /// Waits until the server has stopped reading the sequence, and returns the number of elements read.
  private func standstill(_ page: MemoryPage) async -> Int {
    while await !page.webView.readers.isWaiting, !Task.isCancelled { await Task.yield() }
    return seen.all.count
  }

  @Test func itIsReadOnWhenThePageHasCaughtUp() async throws {
    let page = try await page()
    try page.say("ask 1 all null")
    // Until the server stops reading, it reads elements for two send windows: those that it has sent, and those that
    // wait in memory. It also reads the elements between two of its checks.
    let early = await standstill(page)
    #expect((100...3000).contains(early), "\(early)")
    // While the sequence waits, answers to other calls are sent at once.
    try page.say("ask 2 addingOne 1")
    var message = ""
    while !message.contains("reply 2 2") { message = await page.next() }
    #expect(seen.all.count == early)
    try page.say("ack \(message.split(separator: "\n")[0].dropFirst(8))")
    while seen.all.count == early, !Task.isCancelled { await Task.yield() }
  }

  @Test func eachElementArrivesOnceInOrder() async throws {
    let page = try await page()
    try page.say("ask 1 all null")
    var values: [String] = []
    var lowest = 0
    reading: while true {
      for line in await page.next().split(separator: "\n") {
        if line.hasPrefix("message") { try page.say("ack \(line.dropFirst(8))") }
        if line.hasPrefix("next 1 ") { values.append(line.dropFirst(7).trimmingPrefix("\"").description) }
        if line == "reply 1" { break reading }
      }
      // The number of elements that the server has read, but that the page has not received yet, must stay small.
      lowest = max(lowest, seen.all.count - values.count)
    }
    #expect(values == (1...10_000).map { "\($0)\"" })
    #expect(lowest < 3000, "\(lowest) elements ahead")
  }

  @Test(arguments: ["cancel", "leave"]) func itEndsWhereItStands(how: String) async throws {
    let page = try await page()
    try page.say("ask 1 all null")
    let early = await standstill(page)
    if how == "cancel" {
      try page.say("cancel 2 1")
    } else {
      try await MemoryPage(page.webView, id: "b").open()
    }
    await ended.wait()
    // A batch that is sent after `standstill` has returned makes room for some more elements, but not for all 10,000.
    #expect((early...3000).contains(seen.all.count), "\(seen.all.count), \(early) at the standstill")
  }

  /// Each of a thousand sequences may send something before the server stops reading it. Their data together must stay
  /// limited, both at the start and when the page has acknowledged everything.
  @Test(.timeLimit(.minutes(10))) func aThousandGoOnOneAfterAnother() async throws {
    let count = 1000
    let most = 40
    var limits = WebView.Limits()
    limits.sendWindow = 200_000
    limits.maximumUnacknowledgedSize = 4 << 20
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let webView = WebView(logger: logger, limits: limits)
    (webView.keystone as? Keystone)?.javaScriptEvaluator = Unbatched()
    let text = String(repeating: "x", count: 1000)
    webView.addInterface(
      HandMade { [seen] in
        [
          ExposedFunction(
            "all",
            streaming: { _, responder in
              try await responder.send(elementsOf: Eager(seen: seen, most: most) { "\($0) \(text)" })
            })
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    try page.say((1...count).map { "ask \($0) all null" }.joined(separator: "\n"))
    var values = [Int](repeating: 0, count: count + 1)
    var ended = 0
    var largest = 0
    while ended < count {
      for line in await page.next().split(separator: "\n") {
        let fields = line.split(separator: " ", maxSplits: 3)
        switch fields[0] {
        case "message": try page.say("ack \(fields[1])")
        case "next":
          let number = try #require(Int(fields[1]))
          values[number] += 1
          if fields[2].dropFirst() != "\(values[number])" { Issue.record("\(fields[2]) of \(number), not in order") }
        case "reply": ended += 1
        case "ack": break
        default:
          Issue.record("the document has ended: \(line)")
          return
        }
      }
      largest = max(largest, await kept(webView))
      // Every sequence must make progress.
      if seen.all.count > count * most / 2, values.dropFirst().contains(0) { Issue.record("one has not begun") }
    }
    #expect(values.dropFirst().allSatisfy { $0 == most })
    #expect(largest < 2 << 20, "\(largest) bytes")
  }

  /// The server reads a sequence of `Coalesced` values without waiting for acknowledgements, because a newer value
  /// replaces an older one in memory.
  @Test(arguments: ["ask 1 newest null", "ask 1 progress null", "post 1 progress dscb0 null"])
  func theNewestIsEnough(call: String) async throws {
    let page = try await page()
    try page.say(call)
    if call.contains("newest") { await ended.wait() }
    await page.webView.settled()
    #expect(await page.webView.kept < 25_000)
    var values: [Int] = []
    while values.last != 10_000 {
      for line in await page.next().split(separator: "\n") {
        if line.hasPrefix("message") { try page.say("ack \(line.dropFirst(8))") }
        let fields = line.split(separator: " ")
        if fields.count > 2, let value = fields.last.flatMap({ Int($0) }) { values.append(value) }
      }
    }
    #expect(values == values.sorted() && values.count < 1000, "\(values.count)")
  }
}
