import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct PageCallsTests {
  private let webView = WebView()

  /// The number of records for calls that no caller waits for is limited, because a page may never answer these calls.
  @Test func onlySoManyThatNobodyWaitsForAreKept() throws {
    let page = try #require(DocumentID(String(repeating: "a", count: 32)))
    var calls = PageCalls()
    let awaited = PageCall(webView, limit: nil, what: "f")
    calls.add(awaited)
    calls.sent(awaited.id, to: page)
    for _ in 1...3 * PageCalls.mostUnawaited {
      let call = PageCall(webView, limit: nil, what: "f", isAwaited: false)
      calls.add(call)
      calls.sent(call.id, to: page)
    }
    let waiting = PageCall(webView, limit: nil, what: "f", isAwaited: false)
    calls.add(waiting)
    calls.forgetUnawaited()
    #expect(calls.count == PageCalls.mostUnawaited + 1)
    // Calls for which a caller waits, and calls that have not been sent, are kept.
    #expect(calls.contains(awaited.id) && calls.contains(waiting.id))
  }
}
