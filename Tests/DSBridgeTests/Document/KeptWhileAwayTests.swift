import Logging
import TestSupport
import Testing

@testable import DSBridge

/// The data kept for an unreachable document is limited.
@Suite(.timeLimit(.minutes(5))) struct KeptWhileAwayTests {
  private let gate = Gate()

  private func webView(_ change: (inout WebView.Limits) -> Void) -> WebView {
    var limits = WebView.Limits()
    change(&limits)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    return WebView(logger: logger, limits: limits)
  }

  /// Makes the web view send `count` wire messages, by switching the interception of navigations on and off. Each
  /// switch is reported to the page.
  private func events(_ count: Int, _ webView: WebView) async {
    for number in 1...count {
      webView.setIntercepting(number % 2 == 1 ? .all : .none)
      await webView.settled()
    }
  }

  @Test func overItTheDocumentIsGoneAndWhoWaitsIsTold() async throws {
    let webView = webView { $0.offlineBacklogLimit = 500 }
    let page = MemoryPage(webView)
    try await page.open()
    let waiting = Task { try await webView.call("never", returning: Int.self) }
    #expect(await page.next("invoke") == "invoke 1 never []")
    webView.disconnect(page, of: page.id)
    await events(12, webView)
    #expect(await webView.open(page.id, isNew: false, at: "") == 1)
    await events(24, webView)
    let error = await #expect(throws: BridgeError.self) { try await waiting.value }
    #expect(error?.code == .pageGone)
    // The server answers the next hello of this document with 410.
    #expect(await webView.open(page.id, isNew: false, at: "") == nil)
  }

  @Test func oneLargeAnswerWaitsForThePage() async throws {
    let webView = webView { $0.offlineBacklogLimit = 500 }
    webView.addInterface(
      HandMade { [gate] in
        [
          ExposedFunction(
            "large",
            asynchronous: { arguments in
              await gate.wait()
              return try arguments.reply(String(repeating: "a", count: 5000))
            })
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open()
    try page.say("ask 2 large null")
    #expect(await page.next("ack") == "ack 2")
    webView.disconnect(page, of: page.id)
    gate.open()
    while await webView.kept < 5000, !Task.isCancelled { await Task.yield() }
    webView.connect(page, to: page.id, received: 0)
    #expect(await page.next("reply").utf8.count > 5000)
    // After the next disconnection, messages that were sent before it do not count towards `offlineBacklogLimit`. Only
    // messages that are kept from then on count.
    webView.disconnect(page, of: page.id)
    await events(12, webView)
    #expect(await webView.open(page.id, isNew: false, at: "") == 2)
  }

  @Test func aConnectedPageMayLagFurther() async throws {
    let webView = webView {
      $0.offlineBacklogLimit = 100
      $0.maximumUnacknowledgedSize = 1000
    }
    let page = MemoryPage(webView)
    try await page.open()
    await events(20, webView)
    #expect(await webView.open(page.id, isNew: false, at: "") == 1)
    await events(20, webView)
    let bye = await page.next("bye")
    #expect(bye.contains(#""reason":"gone""#))
    #expect(await page.next() == "closed 1013 gone")
    #expect(await webView.open(page.id, isNew: false, at: "") == nil)
  }
}
