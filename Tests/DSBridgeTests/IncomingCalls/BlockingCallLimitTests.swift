import Dispatch
import Logging
import TestSupport
import Testing

@testable import DSBridge

/// A blocking call blocks the page's thread for a limited time, whatever the function does.
@Suite(.timeLimit(.minutes(5))) struct BlockingCallLimitTests {
  private let clock = TestClock()
  private let gate = DispatchSemaphore(value: 0)
  private let returning = Gate()

  private func open() async throws -> MemoryPage {
    let webView = WebView(logger: Logger(label: "test"), limits: .unwatched, clock: clock)
    add(to: webView)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    return page
  }

  private func add(to webView: WebView) {
    webView.addInterface(
      HandMade { [gate, returning, weak webView] in
        [
          ExposedFunction(
            "wait",
            asynchronous: { arguments in
              await returning.wait()
              return try arguments.reply(1)
            }),
          ExposedFunction(
            "waitAndAskPage",
            asynchronous: { arguments in
              await returning.wait()
              return try arguments.reply(try await webView?.call("addValue", returning: Int.self))
            }),
          // Blocks the web view's queue.
          ExposedFunction(
            "block",
            synchronous: {
              gate.wait()
              return try $0.reply("late")
            }),
          ExposedFunction("addingOne", synchronous: { try $0.reply($0.decode(Int.self) + 1) }),
        ]
      }, by: nil)
  }

  @Test func case68_aFunctionThatBlocksIsGivenUp() async throws {
    let page = try await open()
    async let answer = page.call("call 1 block null")
    await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    let text = try await answer
    #expect(text.hasPrefix("fail 1 {") && text.contains(#""kind":"timeout""#) && text.contains("block"), "\(text)")
    // The page's next call is answered when the first function has returned. The result of that function is dropped.
    async let next = page.call("call 2 addingOne 1")
    gate.signal()
    #expect(try await next == "reply 2 2")
  }

  @Test func aCopyOfTheCallIsAnsweredWithIt() async throws {
    let page = try await open()
    async let answer = page.call("call 1 wait null")
    await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    let copy = try page.begin(call: "call 1 wait null")
    clock.advance(by: .seconds(30))
    #expect(try await answer.contains(#""kind":"timeout""#))
    for await answer in copy { #expect(answer.contains(#""kind":"timeout""#)) }
    returning.open()
  }

  @Test func afterItsLimitAFunctionMayWaitForThePage() async throws {
    let page = try await open()
    try page.say("event 1 ready null")
    async let answer = page.call("call 2 waitAndAskPage null")
    await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    #expect(try await answer.contains(#""kind":"timeout""#))
    returning.open()
    #expect(await page.next("invoke") == "invoke 1 addValue []")
  }

  @Test func aPageThatWaitsIsNotSilent() async throws {
    var limits = WebView.Limits.unwatched
    limits.blockingCallTimeLimit = .seconds(600)
    let webView = WebView(logger: Logger(label: "test"), limits: limits, clock: clock)
    add(to: webView)
    // The page has no socket yet: a script in its head makes the call.
    let page = MemoryPage(webView)
    _ = await webView.open(page.id, isNew: true, at: "http://localhost/")
    async let answer = page.call("call 1 wait null")
    for _ in 1...3 {
      await clock.sleepers(2)
      clock.advance(by: .seconds(60))
    }
    await clock.sleepers(2)
    returning.open()
    #expect(try await answer == "reply 1 1")
  }

  @Test func eachCallHasItsOwnLimit() async throws {
    let page = try await open()
    #expect(try await page.call("call 1 addingOne 1") == "reply 1 2")
    clock.advance(by: .seconds(59))
    async let answer = page.call("call 2 block null")
    await clock.sleepers(1)
    clock.advance(by: .seconds(59))
    gate.signal()
    #expect(try await answer == #"reply 2 "late""#)
  }
}
