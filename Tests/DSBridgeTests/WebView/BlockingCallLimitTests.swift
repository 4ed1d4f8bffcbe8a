import Dispatch
import Logging
import Testing

@testable import DSBridge

/// A page stands still only so long, whatever the function does.
@Suite struct BlockingCallLimitTests {
  private let clock = TestClock()
  private let gate = DispatchSemaphore(value: 0)

  private func open() async throws -> MemoryPage {
    let webView = WebView(logger: Logger(label: "test"), clock: clock)
    webView.addInterface(
      HandMade { [gate] in
        [
          // Holds the web view's queue.
          ExposedFunction(
            "block",
            synchronous: {
              gate.wait()
              return try $0.reply("late")
            }),
          ExposedFunction("addingOne", synchronous: { try $0.reply($0.decode(Int.self) + 1) }),
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    return page
  }

  @Test func case68_aFunctionThatBlocksIsGivenUp() async throws {
    let page = try await open()
    async let answer = page.call("call 1 block null")
    await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    let text = try await answer
    #expect(text.hasPrefix("fail 1 {") && text.contains(#""kind":"timeout""#) && text.contains("block"), "\(text)")
    // The page goes on; it is answered when the function has returned, whose result is dropped.
    async let next = page.call("call 2 addingOne 1")
    gate.signal()
    #expect(try await next == "reply 2 2")
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
