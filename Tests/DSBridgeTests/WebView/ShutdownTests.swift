import Dispatch
import Logging
import TestSupport
import Testing

@testable import DSBridge

/// The shutdown of the server: accepted calls are answered, and new ones are refused.
@Suite(.timeLimit(.minutes(5))) struct ShutdownTests {
  private let clock = TestClock()
  private let held = DispatchSemaphore(value: 0)
  private let going = Gate()
  /// A stream with one element for each call of `wait` that has started.
  private let waits = AsyncStream<Void>.makeStream()

  private func page(window: Int = 1 << 20) async throws -> MemoryPage {
    var limits = WebView.Limits.unwatched
    limits.sendWindow = window
    let webView = WebView(logger: Logger(label: "test"), limits: limits, clock: clock)
    webView.addInterface(
      HandMade { [held, going, waits] in
        [
          ExposedFunction(
            "wait",
            asynchronous: { arguments in
              waits.continuation.yield()
              await going.wait()
              return try arguments.reply(1)
            }),
          ExposedFunction(
            "progress",
            completing: { _, responder in
              responder.send("half", last: false)
              Task {
                await going.wait()
                responder.send("whole")
              }
            }),
          ExposedFunction(
            "endless",
            streaming: { _, responder in
              try await responder.send(
                elementsOf: AsyncStream<Int> {
                  await untilCancelled()
                  return nil
                })
            }),
          ExposedFunction(
            "large",
            completing: { _, responder in
              for _ in 1...3 { responder.send(String(repeating: "x", count: 1000), last: false) }
              responder.send("last")
            }),
          ExposedFunction(
            "hold",
            synchronous: { arguments in
              held.wait()
              return try arguments.reply(1)
            }),
          ExposedFunction("addingOne", synchronous: { try $0.reply($0.decode(Int.self) + 1) }),
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    return page
  }

  /// Returns the lines until the socket is closed, without the lines `message` and `ack`.
  private func rest(_ page: MemoryPage) async -> [String] {
    var lines: [String] = []
    while lines.last?.hasPrefix("closed") != true {
      let message = await page.next()
      lines += message.split(separator: "\n").map(String.init).filter {
        !$0.hasPrefix("message") && !$0.hasPrefix("ack")
      }
    }
    return lines
  }

  /// Returns whether the lines are a `bye` line followed by the end of the socket.
  private func areBye(_ lines: some Collection<String>) -> Bool {
    let lines = Array(lines)
    return lines.count == 2 && lines[0].hasPrefix("bye {") && lines[0].contains(#""reason":"shutdown""#)
      && lines[0].contains(#""message":"The server is shutting down.""#) && lines[1] == "closed 1001 shutdown"
  }

  @Test func aPageWithoutCallsIsToldAtOnce() async throws {
    let page = try await page()
    let told = Gate()
    page.webView.shutDown { told.open() }
    #expect(areBye(await rest(page)))
    await told.wait()
  }

  @Test func whatRunsIsAnsweredAndWhatComesLaterIsNot() async throws {
    let page = try await page()
    let told = Gate()
    try page.say("ask 1 wait null\npost 2 progress dscb0 null")
    // The first value has been sent.
    #expect(await page.next("callback") == #"callback dscb0 more "half""#)
    async let blocked = page.call("call 3 wait null")
    var running = waits.stream.makeAsyncIterator()
    for _ in 1...2 { await running.next() }
    page.webView.shutDown { told.open() }
    try page.say("ask 4 addingOne 1\npost 5 progress dscb1 null")
    let late = try await page.call("call 6 addingOne 1")
    #expect(late.hasPrefix("fail 6 ") && late.contains(#""kind":"shutdown""#), "\(late)")
    #expect(await page.next("fail 4").contains(#""kind":"shutdown""#))
    going.open()
    let lines = await rest(page)
    #expect(lines.filter { $0.hasPrefix("fail 5 ") }.count == 1, "\(lines)")
    #expect(lines.filter { $0 == "reply 1 1" }.count == 1, "\(lines)")
    #expect(lines.filter { $0 == #"callback dscb0 done "whole""# }.count == 1, "\(lines)")
    #expect(areBye(lines.suffix(2)), "\(lines)")
    #expect(try await blocked == "reply 3 1")
    await told.wait()
  }

  @Test func aSequenceEndsAtOnce() async throws {
    let page = try await page()
    try page.say("ask 1 endless null\npost 2 endless dscb0 null")
    await page.webView.settled()
    page.webView.shutDown {}
    let lines = await rest(page)
    #expect(lines.count == 4)
    for number in 1...2 {
      #expect(lines.contains { $0.hasPrefix("fail \(number) ") && $0.contains(#""kind":"shutdown""#) }, "\(lines)")
    }
    #expect(areBye(lines.suffix(2)), "\(lines)")
  }

  /// The page acknowledges nothing, so its evaluations wait for the send window. They must nevertheless be sent before
  /// the socket is closed.
  @Test func whatWaitsForAPageThatIsBehindLeaves() async throws {
    let page = try await page(window: 1000)
    (page.webView.keystone as? Keystone)?.javaScriptEvaluator = Unbatched()
    try page.say("post 1 large dscb0 null")
    try page.say("post 2 large dscb1 null")
    await page.webView.settled()
    page.webView.shutDown {}
    let lines = await rest(page)
    #expect(lines.filter { $0.hasPrefix("callback dscb0") }.count == 4)
    #expect(lines.filter { $0.hasPrefix("callback dscb1") }.count == 4)
    #expect(areBye(lines.suffix(2)), "\(lines)")
  }

  @Test func whoIsAwayIsNotWaitedFor() async throws {
    let page = try await page()
    try page.say("ask 1 wait null")
    await page.webView.settled()
    page.webView.disconnect(page, of: page.id)
    let told = Gate()
    page.webView.shutDown { told.open() }
    await told.wait()
    // A page that connects now is informed at once.
    page.webView.connect(page, to: page.id, received: 0)
    #expect(areBye(await rest(page)))
    going.open()
  }

  @Test func whatAHeldWebViewHasNotAnsweredFails() async throws {
    let page = try await page()
    try page.say("ask 1 wait null")
    await page.webView.settled()
    #expect(await page.next() == "ack 1")
    try page.say("ask 2 addingOne 1\nask 3 hold null")
    try page.say("post 4 progress dscb0 null")
    async let blocked = page.call("call 5 addingOne 1")
    // Wait until one message is being processed and another one is queued.
    await clock.sleepers(1)
    page.webView.shutDown {}
    page.webView.cutOff()
    let lines = await rest(page)
    #expect(lines.count == 6, "\(lines)")
    for (number, method) in [(1, "wait"), (2, "addingOne"), (3, "hold"), (4, "progress")] {
      let failures = lines.filter { $0.hasPrefix("fail \(number) ") }
      #expect(failures.count == 1 && failures[0].contains(#""kind":"shutdown""#), "\(lines)")
      #expect(failures.first?.contains(#""method":"\#(method)""#) == true, "\(lines)")
    }
    #expect(lines[3].contains(#""callback":"dscb0""#))
    #expect(areBye(lines.suffix(2)), "\(lines)")
    #expect(try await blocked.contains(#""kind":"shutdown""#))
    // Calls after the end fail at once.
    #expect(try await page.call("call 6 addingOne 1").contains(#""kind":"shutdown""#))
    held.signal()
    going.open()
    await page.webView.settled()
    // Results that arrive now are not sent. A closed socket would drop them anyway.
    #expect(!page.takeAll().contains { $0.hasPrefix("message ") })
  }

  /// If a blocking call fails because of the shutdown, the lines that the page sent together with the call fail as
  /// well.
  @Test func whatCameWithABlockingCallIsFailedToo() async throws {
    let page = try await page()
    try page.say("ask 1 wait null\nask 2 addingOne 1")
    #expect(await page.next("reply") == "reply 2 2")
    try page.say("ask 3 hold null")
    let message = "ask 1 wait null\nask 2 addingOne 1\nask 3 hold null\nask 4 addingOne 1\ncall 5 wait null"
    let blocked = try page.begin(call: message)
    page.webView.cutOff()
    for await answer in blocked { #expect(answer.contains(#""kind":"shutdown""#)) }
    let lines = await rest(page)
    for (number, count) in [(1, 1), (2, 0), (3, 1), (4, 1), (5, 0)] {
      #expect(lines.count { $0.hasPrefix("fail \(number) ") } == count, "\(lines)")
    }
    held.signal()
    going.open()
  }
}
