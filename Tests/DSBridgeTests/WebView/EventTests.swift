import Foundation
import Logging
import TestSupport
import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct EventTests {
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
    // Connect a newer socket before the older one has ended.
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

  /// A reader that starts late, such as a task started in `prepare`, first receives the current state.
  @Test func aReaderThatBeginsLateIsToldWhatIs() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    #expect(!webView.isConnected && webView.url == nil)
    try await page.open()
    var connected = webView.events.makeAsyncIterator()
    #expect(await connected.next() == .documentChanged(location: "http://localhost/"))
    #expect(await connected.next() == .connected)
    #expect(webView.isConnected && webView.url?.absoluteString == "http://localhost/")
    webView.disconnect(page, of: page.id)
    #expect(await connected.next() == .disconnected)
    #expect(!webView.isConnected)
    var alone = webView.events.makeAsyncIterator()
    #expect(await alone.next() == .documentChanged(location: "http://localhost/"))
    #expect(await alone.next() == .disconnected)
    webView.connect(page, to: page.id, received: 0)
    #expect(await alone.next() == .resumed)
  }

  @Test func aProgramClosesAWebView() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    var events = webView.events.makeAsyncIterator()
    webView.close()
    #expect(await page.next("bye").contains(#""reason":"gone""#))
    #expect(await page.next().hasPrefix("closed 1001"))
    while let event = await events.next(), event != .closed {}
    await #expect(throws: BridgeError.self) { try await webView.call("f", returning: Void.self) }
  }

  /// The reload follows all earlier evaluations, and also works while the page is disconnected.
  @Test(arguments: [true, false]) func aProgramHasThePageLoadAnew(isConnected: Bool) async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    if !isConnected { webView.disconnect(page, of: page.id) }
    webView.call("last")
    webView.reload()
    if isConnected { #expect(await page.next("invoke") == "invoke 1 last []") }
    if !isConnected { webView.connect(page, to: page.id, received: 0) }
    #expect(await page.next("bye").contains(#""reason":"gone""#))
    let next = MemoryPage(webView, id: "b")
    try await next.open()
    try next.say("event 2 x null")
    #expect(await next.next() == "ack 2")
  }

  @Test func eachReaderHasThemAllFromWhereItBegan() async throws {
    let webView = WebView()
    var first = webView.events.makeAsyncIterator()
    let page = MemoryPage(webView)
    try await page.open()
    var second = webView.events.makeAsyncIterator()
    #expect(await second.next() == .documentChanged(location: "http://localhost/"))
    #expect(await second.next() == .connected)
    webView.disconnect(page, of: page.id)
    #expect(await second.next() == .disconnected)
    #expect(await first.next() == .documentChanged(location: "http://localhost/"))
    #expect(await first.next() == .connected)
    #expect(await first.next() == .disconnected)
  }

  /// A task that reads the events does not keep the web view alive.
  @Test func theyEndWithAWebViewThatNobodyHolds() async throws {
    var webView: WebView? = WebView()
    var events = webView?.events.makeAsyncIterator()
    webView = nil
    #expect(await events?.next() == nil)
  }
}
