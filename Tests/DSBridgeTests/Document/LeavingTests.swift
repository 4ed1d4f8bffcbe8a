import DSBridgeLocks
import Dispatch
import Logging
import TestSupport
import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(2))) struct LeavingTests {
  let clock = TestClock()
  let webView: WebView
  let page: MemoryPage

  init() async throws {
    webView = WebView(logger: Logger(label: "test"), limits: .unwatched, clock: clock)
    page = MemoryPage(webView)
    try await page.open()
  }

  /// Waits until the web view has processed all earlier events.
  private func settle() async {
    await withCheckedContinuation { continuation in webView.perform { _ in continuation.resume() } }
  }

  private func isClosed(after duration: Duration) async -> Bool {
    await clock.sleepers(1)
    clock.advance(by: duration)
    await settle()
    // The action of the timer runs in a separate task, shortly after the timer has fired.
    while await !webView.isClosed, !clock.isAwaited, !Task.isCancelled { await Task.yield() }
    return await webView.isClosed
  }

  @Test(arguments: [true, false])
  func aDocumentThatIsLeftIsGoneSoonAfterItsSocket(saysSoFirst: Bool) async throws {
    let (waiting, waiter) = AsyncStream<Bool>.makeStream()
    webView.call("never", thatReturns: Int.self) { result in
      waiter.yield((try? result.get()) == nil)
      waiter.finish()
    }
    if saysSoFirst { webView.leave(page.id) }
    webView.disconnect(page, of: page.id)
    if !saysSoFirst { webView.leave(page.id) }
    await settle()
    #expect(await !isClosed(after: .milliseconds(2900)))
    #expect(await isClosed(after: .milliseconds(100)))
    for await failed in waiting { #expect(failed) }
  }

  @Test func aDocumentThatIsLeftAndStaysConnectedIsNotGone() async throws {
    webView.leave(page.id)
    await settle()
    #expect(!clock.isAwaited)
    #expect(try await page.call("call 2 _dsb.hasNativeMethod {\"name\":\"f\",\"type\":\"all\"}") == "reply 2 false")
  }

  @Test func aDocumentThatComesBackHasTheUsualTimeAgain() async throws {
    webView.leave(page.id)
    webView.disconnect(page, of: page.id)
    webView.connect(page, to: page.id, received: 0)
    webView.disconnect(page, of: page.id)
    await settle()
    #expect(await !isClosed(after: .seconds(59)))
    #expect(await isClosed(after: .seconds(1)))
  }

  @Test func aLateFarewellDoesNotTouchTheNextDocument() async throws {
    let next = MemoryPage(webView, id: "b")
    try await next.open()
    webView.leave(page.id)
    webView.disconnect(next, of: next.id)
    await settle()
    #expect(await !isClosed(after: .seconds(59)))
    #expect(await isClosed(after: .seconds(1)))
  }

  @Test func aFarewellOfAnOlderSocketDoesNotTouchTheNewer() async throws {
    let older = MemoryPage(webView)
    webView.connect(older, to: page.id, received: 0)
    webView.connect(page, to: page.id, received: 0)
    webView.disconnect(older, of: older.id, isDeparture: true)
    webView.disconnect(page, of: page.id)
    await settle()
    #expect(await !isClosed(after: .seconds(59)))
    #expect(await isClosed(after: .seconds(1)))
  }

  @Test func aFarewellOfTheNewestSocketCounts() async throws {
    webView.disconnect(page, of: page.id, isDeparture: true)
    await settle()
    #expect(await !isClosed(after: .milliseconds(2900)))
    #expect(await isClosed(after: .milliseconds(100)))
  }

  /// A document that says hello again, and has not opened a socket yet, is kept for the normal time limit.
  @Test func aDocumentThatSaysHelloAgainHasTheUsualTimeAgain() async throws {
    webView.disconnect(page, of: page.id, isDeparture: true)
    #expect(await webView.open(page.id, isNew: true, at: "http://localhost/") == 1)
    #expect(await !isClosed(after: .seconds(3)))
    #expect(await !isClosed(after: .seconds(59)))
    #expect(await isClosed(after: .seconds(1)))
  }

  private final class Host: WebViewHost {
    let expectedAfter: DocumentID

    init(expectedAfter: DocumentID) { self.expectedAfter = expectedAfter }

    func webViewClosed() {}
    func expectsDocument(after left: DocumentID) -> Bool { left == expectedAfter }
    func documentOpened(at url: String) {}
    func pageTold(_ name: String, _ value: JSON) {}
  }

  @Test func aTabThatExpectsADocumentHasTheUsualTimeAgain() async throws {
    let host = Host(expectedAfter: page.id)
    webView.host = host
    webView.leave(page.id)
    webView.disconnect(page, of: page.id)
    // Two timers run: one ends the web view, and the other repeatedly asks the host whether it still expects a
    // document.
    for duration in [Duration.seconds(3), .seconds(59)] {
      await clock.sleepers(2)
      clock.advance(by: duration)
      await clock.sleepers(2)
      #expect(await !webView.isClosed)
    }
    clock.advance(by: .seconds(1))
    while await !webView.isClosed, !Task.isCancelled { await Task.yield() }
  }

  /// If a document is gone, its queued calls are dropped. In an earlier version, 43 such calls ran for 130 s.
  @Test func whatADocumentThatIsGoneHadWaitingIsNotRun() async throws {
    let hasBegun = Gate()
    let goesOn = DispatchSemaphore(value: 0)
    let count = Mutex(0)
    webView.addInterface(
      HandMade {
        [
          ExposedFunction(
            "hold",
            synchronous: { _ in
              hasBegun.open()
              goesOn.wait()
              return .empty
            }),
          ExposedFunction(
            "count",
            synchronous: { _ in
              count.withLock { $0 += 1 }
              return .empty
            }),
        ]
      }, by: nil)
    // Queue some calls in the wire message of the running call, and others in further wire messages.
    try page.say("ask 2 hold null\nask 3 count null\npost 4 count cb null")
    await hasBegun.wait()
    try page.say("ask 5 count null\nask 6 count null")
    let blocking = try page.begin(call: "call 7 count null")
    webView.disconnect(page, of: page.id, isDeparture: true)
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    while !webView.departures.isAbandoned(1), !Task.isCancelled { await Task.yield() }
    goesOn.signal()
    await settle()
    for await answer in blocking { #expect(answer == "gone") }
    #expect(count.withLock { $0 } == 0)
    #expect(await webView.open(page.id, isNew: true, at: "http://localhost/") == nil)
  }

  @Test func aGraceThatIsShorterHolds() async {
    var limits = WebView.Limits()
    limits.reconnectTimeout = .seconds(1)
    let hasty = WebView(logger: Logger(label: "test"), limits: limits)
    #expect(await hasty.limits.closeDelay == .seconds(1))
  }
}
