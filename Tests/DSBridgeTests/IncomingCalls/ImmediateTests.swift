import DSBridgeLocks
import Dispatch
import Foundation
import Logging
import Testing

@testable import DSBridge

/// Functions of an immediate interface run on the thread that has read the page's message, in the order of the calls.
@Suite(.timeLimit(.minutes(2))) struct ImmediateTests {
  /// Detects whether a function runs on the thread that delivers the message with its call.
  private final class Here: Sendable {
    private let thread = Mutex<pthread_t?>(nil)

    func say(_ text: String, by page: MemoryPage) throws {
      thread.withLock { $0 = pthread_self() }
      try page.say(next: text)
      thread.withLock { $0 = nil }
    }

    var isHere: Bool { thread.withLock { $0 == pthread_self() } }
  }

  private let here = Here()

  private func page(_ webView: WebView = WebView(), isImmediate: Bool = true) async throws -> MemoryPage {
    webView.addInterface(
      HandMade { [here] in
        [
          ExposedFunction("isHere", synchronous: { try $0.reply(here.isHere) }),
          ExposedFunction("post", completing: { $1.send(here.isHere) }),
          ExposedFunction("later", asynchronous: { try $0.reply(here.isHere) }),
        ]
      }, by: "now", immediate: isImmediate)
    let page = MemoryPage(webView)
    try await page.open()
    return page
  }

  /// Waits until the web view is idle. After `open`, its queue may still be busy with the page's first message.
  private func rests(_ webView: WebView) async {
    while !webView.ifIdle((), { _, _ in true }), !Task.isCancelled { await Task.yield() }
  }

  @Test func itRunsWhereItWasRead() async throws {
    let page = try await page()
    await rests(page.webView)
    try here.say("ask $ now.isHere null", by: page)
    #expect(page.takeAll() == ["message 1\nreply 2 true\nack 2"])
    try here.say("post $ now.post f null\nack 1", by: page)
    #expect(await page.next("callback") == "callback f done true")
  }

  @Test func otherInterfacesDoNot() async throws {
    let page = try await page(isImmediate: false)
    await rests(page.webView)
    try here.say("ask $ now.isHere null", by: page)
    #expect(await page.next("reply") == "reply 2 false")
  }

  @Test func asynchronousFunctionsDoNot() async throws {
    let page = try await page()
    await rests(page.webView)
    try here.say("ask $ now.later null", by: page)
    #expect(await page.next("reply") == "reply 2 false")
  }

  /// A part of the keystone that the program has replaced may run for a long time, so it does not run on the reading
  /// thread.
  @Test func aReplacedPartOfTheKeystoneDoesNotRunThere() async throws {
    let webView = WebView()
    let page = try await page(webView)
    let keystone = try #require(webView.keystone as? Keystone)
    keystone.methodResolver = MethodResolver()
    await rests(webView)
    try here.say("ask $ now.isHere null", by: page)
    #expect(await page.next("reply") == "reply 2 true")
    keystone.methodResolver = Shouting()
    try here.say("ask $ NOW.isHere null", by: page)
    #expect(await page.next("reply") == "reply 3 false")
    webView.keystone = Keystone()
    await rests(webView)
    try here.say("ask $ now.isHere null", by: page)
    #expect(await page.next("reply") == "reply 4 true")
  }

  private struct Shouting: MethodResolving {
    func resolveMethodFromRaw(_ text: String) throws -> Method { Method(namespace: "now", name: "isHere") }
  }

  /// An immediate function does not run before the functions of earlier messages have returned.
  @Test func itDoesNotOvertake() async throws {
    let webView = WebView()
    let gate = DispatchSemaphore(value: 0)
    webView.addInterface(
      HandMade {
        [
          ExposedFunction(
            "hold",
            synchronous: { _ in
              gate.wait()
              return .empty
            })
        ]
      }, by: "slow")
    let page = try await page(webView)
    try page.say(next: "ask $ slow.hold null")
    try here.say("ask $ now.isHere null", by: page)
    #expect(page.takeAll().isEmpty)
    gate.signal()
    var replies: [Substring] = []
    while replies.count < 2 {
      replies += await page.next().split(separator: "\n").filter { $0.hasPrefix("reply ") }
    }
    #expect(replies == ["reply 2 \"\"", "reply 3 false"])
  }

  /// A wire message is processed on the reading thread only if all of its calls are immediate.
  @Test func aMessageWithAnythingElseIsQueued() async throws {
    let page = try await page()
    await rests(page.webView)
    try here.say("ask $ now.isHere null\nask 3 now.later null", by: page)
    #expect(await page.next("reply") == "reply 2 false")
  }

  @Test func failuresAreAnswered() async throws {
    let page = try await page()
    await rests(page.webView)
    try here.say("ask $ now.nothing null", by: page)
    #expect(await page.next("fail").contains("There is no method \\\"now.nothing\\\""))
    await rests(page.webView)
    try here.say("ask $ now.post {", by: page)
    #expect(await page.next("reply") == "reply 3 true")
  }

  @Test func blockingCallsToo() async throws {
    let page = try await page()
    await rests(page.webView)
    #expect(try await page.call("call 2 now.isHere null").hasPrefix("reply 2 "))
    // If the browser sends the request twice, the copy receives the recorded answer.
    #expect(try await page.call("call 2 now.isHere null").hasPrefix("reply 2 "))
  }

  @Test func numbersCountAsEver() async throws {
    let page = try await page()
    await rests(page.webView)
    try page.say("ask 2 now.isHere null")
    try page.say("ask 2 now.isHere null")
    #expect(page.takeAll() == ["message 1\nreply 2 false\nack 2", "ack 2"])
    try page.say("ask 4 now.isHere null")
    #expect(page.takeAll() == ["closed 1002 line 4 arrived, but an earlier line is missing"])
  }

  /// Makes calls from many threads while native code calls the page. All calls arrive once and in order.
  @Test func itSharesTheWebViewWithItsQueue() async throws {
    let webView = WebView()
    let page = try await page(webView)
    let native = Task.detached {
      for number in 1...500 {
        webView.call("f", with: [number], replacing: "f")
        if number.isMultiple(of: 50) { await Task.yield() }
      }
    }
    for number in 2...2001 { try page.say("ask \(number) now.isHere null") }
    await native.value
    var answered = 1
    while answered < 2001 {
      for line in await page.next().split(separator: "\n") where line.hasPrefix("reply ") {
        let number = try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        #expect(number == answered + 1)
        answered = number
      }
    }
  }
}
