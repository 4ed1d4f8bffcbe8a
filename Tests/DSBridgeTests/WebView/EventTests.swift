import Logging
import Testing

@testable import DSBridge

@Suite struct EventTests {
  @Test func aWebViewsLife() async throws {
    let clock = TestClock()
    let webView = WebView(logger: Logger(label: "test"), limits: .unwatched, clock: clock)
    var events = webView.events.makeAsyncIterator()
    let page = MemoryPage(webView, id: "a")
    try await page.open()
    #expect(await events.next() == .documentChanged(location: "http://localhost/"))
    #expect(await events.next() == .connected)
    webView.disconnect(page, of: page.id)
    #expect(await events.next() == .disconnected)
    webView.connect(page, to: page.id, received: 0)
    #expect(await events.next() == .resumed)
    // A newer socket takes over before the older one has ended.
    webView.connect(page, to: page.id, received: 0)
    #expect(await events.next() == .disconnected)
    #expect(await events.next() == .resumed)
    let next = MemoryPage(webView, id: "b")
    try await next.open()
    #expect(await events.next() == .documentChanged(location: "http://localhost/"))
    #expect(await events.next() == .connected)
    webView.disconnect(next, of: next.id)
    #expect(await events.next() == .disconnected)
    await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    #expect(await events.next() == .closed)
    #expect(await events.next() == nil)
    var late = webView.events.makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test func eachReaderHasThemAllFromWhereItBegan() async throws {
    let webView = WebView()
    var first = webView.events.makeAsyncIterator()
    let page = MemoryPage(webView)
    try await page.open()
    var second = webView.events.makeAsyncIterator()
    webView.disconnect(page, of: page.id)
    #expect(await second.next() == .disconnected)
    #expect(await first.next() == .documentChanged(location: "http://localhost/"))
    #expect(await first.next() == .connected)
    #expect(await first.next() == .disconnected)
  }

  /// Nor does whoever reads them hold the web view.
  @Test func theyEndWithAWebViewThatNobodyHolds() async throws {
    var webView: WebView? = WebView()
    var events = webView?.events.makeAsyncIterator()
    webView = nil
    #expect(await events?.next() == nil)
  }
}
