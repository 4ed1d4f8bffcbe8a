import Dispatch
import Logging
import TestSupport
import Testing

@testable import DSBridge

/// The log names a function that does not return.
@Suite(.timeLimit(.minutes(5))) struct WatchdogTests {
  private let clock = TestClock()
  private let log = LogRecorder(from: .notice)
  private let held = DispatchSemaphore(value: 0)
  private let gate = Gate()

  private func page() async throws -> MemoryPage {
    var limits = WebView.Limits()
    limits.functionTimeLimit = .seconds(5)
    // Use a limit that is longer than all waits of the tests, so that its timer does not interfere.
    limits.blockingCallTimeLimit = .seconds(100_000)
    let webView = WebView(logger: log.logger, limits: limits, clock: clock)
    webView.addInterface(
      HandMade { [held, gate] in
        [
          ExposedFunction(
            "hold",
            synchronous: { _ in
              held.wait()
              return .empty
            }),
          ExposedFunction(
            "wait",
            asynchronous: { _ in
              await gate.wait()
              return .empty
            }),
          ExposedFunction(
            "endless",
            streaming: { _, responder in
              let (ticks, sink) = AsyncStream<Int>.makeStream()
              sink.yield(1)
              try await withTaskCancellationHandler {
                try await responder.send(elementsOf: ticks)
              } onCancel: {
              }
            }),
        ]
      }, by: "slow")
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    return page
  }

  @Test(arguments: [
    ("hold", "a function has not returned and blocks its web view"), ("wait", "a function has not returned"),
  ])
  func itIsNamedAtTwiceTheTimeAgainAndAgainAndWhenItReturns(function: String, line: String) async throws {
    let page = try await page()
    try page.say("ask 1 slow.\(function) null")
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    #expect(await log.next() == "\(line) after=5.0 seconds function=slow.\(function)")
    for seconds in [10, 20, 40, 80] {
      await clock.sleepers(1)
      clock.advance(by: .seconds(seconds / 2))
      #expect(await log.next() == "\(line) after=\(seconds).0 seconds function=slow.\(function)")
    }
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    held.signal()
    gate.open()
    #expect(await log.next() == "a late function has returned after=83.0 seconds function=slow.\(function)")
    #expect(log.lines.count == 6)
  }

  /// If one wire message contains several calls, the watchdog measures each call, not their total time.
  @Test func ofSeveralTheOneThatStaysIsNamed() async throws {
    let page = try await page()
    let (begun, sink) = AsyncStream<Void>.makeStream()
    var beginning = begun.makeAsyncIterator()
    page.webView.addInterface(
      HandMade { [held] in
        [
          ExposedFunction(
            "stay",
            synchronous: { _ in
              sink.yield()
              held.wait()
              return .empty
            })
        ]
      }, by: "other")
    try page.say("ask 1 other.stay null\nask 2 other.stay null\nask 3 other.stay null")
    await beginning.next()
    await clock.sleepers(1)
    clock.advance(by: .seconds(4))
    held.signal()
    await beginning.next()
    // At its next check, the watchdog notices that another function runs, and starts to measure that one.
    for _ in 1...2 {
      await clock.sleepers(1)
      clock.advance(by: .seconds(2))
    }
    #expect(log.lines.isEmpty)
    for _ in 1...2 {
      await clock.sleepers(1)
      clock.advance(by: .seconds(2))
    }
    let line = try #require(await log.next())
    #expect(line.hasPrefix("a function has not returned and blocks its web view after="))
    held.signal()
    #expect(await log.next()?.hasPrefix("a late function has returned after=") == true)
    held.signal()
    #expect(await page.next("reply 1") == "reply 1 \"\"")
    #expect(log.lines.count == 2)
  }

  @Test func oneThatReturnsInTimeIsNot() async throws {
    let page = try await page()
    for number in 1...3 {
      try page.say("ask \(number) slow.hold null")
      await clock.sleepers(1)
      clock.advance(by: .seconds(4))
      held.signal()
      #expect(await page.next("reply") == "reply \(number) \"\"")
    }
    // The watchdog checks once more and finds no running function.
    await clock.runOut()
    #expect(log.lines.count == 0)
  }

  /// The bridge's own functions are not reported, because they may wait for the user.
  @Test func theBridgesOwnIsNot() async throws {
    let page = try await page()
    page.webView.addOwnInterface(
      HandMade { [gate] in
        [
          ExposedFunction(
            "wait",
            asynchronous: { _ in
              await gate.wait()
              return .empty
            })
        ]
      }, by: "_bridge")
    try page.say("ask 1 _bridge.wait null\nask 2 slow.wait null")
    for seconds in [5, 10] {
      await clock.sleepers(1)
      clock.advance(by: .seconds(5))
      #expect(await log.next() == "a function has not returned after=\(seconds).0 seconds function=slow.wait")
    }
    gate.open()
    #expect(await page.next("reply 1") == "reply 1 \"\"")
    #expect(log.lines.allSatisfy { !$0.contains("_bridge") })
  }

  /// A sequence is not reported, because a page may read it for any length of time.
  @Test func aSequenceIsNot() async throws {
    let page = try await page()
    try page.say("ask 1 slow.endless null")
    #expect(await page.next("next") == "next 1 1")
    await clock.sleepers(1)
    await clock.runOut()
    #expect(log.lines.count == 0)
    try page.say("cancel 2 1")
  }
}
