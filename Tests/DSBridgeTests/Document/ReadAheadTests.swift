import DSBridgeLocks
import Dispatch
import Logging
import TestSupport
import Testing

@testable import DSBridge

/// If a page sends faster than the server processes, the server stops reading from the page's socket.
@Suite(.timeLimit(.minutes(5))) struct ReadAheadTests {
  @Test(.timeLimit(.minutes(2))) func itsSocketIsNotReadUntilHalfIsDone() async throws {
    var limits = WebView.Limits()
    limits.receiveWindow = 1000
    let webView = WebView(logger: Logger(label: "test"), limits: limits)
    let held = DispatchSemaphore(value: 0)
    let began = Gate()
    webView.addInterface(
      HandMade {
        [
          ExposedFunction(
            "hold",
            synchronous: { _ in
              began.open()
              held.wait()
              return .empty
            })
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    let ask: (Int) throws -> PageMessage = { try PageMessage(parsing: Array("ask \($0) hold null".utf8)) }
    webView.receive(try ask(1), of: page.id, on: page, weight: 400)
    await began.wait()
    // The message being processed counts until its function has returned.
    webView.receive(try ask(2), of: page.id, on: page, weight: 600)
    #expect(page.isPaused.withLock { $0 } == [])
    webView.receive(try ask(3), of: page.id, on: page, weight: 1)
    webView.receive(try ask(4), of: page.id, on: page, weight: 300)
    #expect(page.isPaused.withLock { $0 } == [true])
    held.signal()
    while webView.mailbox.weight != 901, !Task.isCancelled { await Task.yield() }
    #expect(page.isPaused.withLock { $0 } == [true])
    held.signal()
    while webView.mailbox.weight != 301, !Task.isCancelled { await Task.yield() }
    #expect(page.isPaused.withLock { $0 } == [true, false])
    held.signal()
    held.signal()
    while webView.mailbox.weight != 0, !Task.isCancelled { await Task.yield() }
    // Exceed the limit a second time.
    webView.receive(try ask(5), of: page.id, on: page, weight: 1001)
    #expect(page.isPaused.withLock { $0 } == [true, false, true])
    held.signal()
    while page.isPaused.withLock({ $0.count }) < 4, !Task.isCancelled { await Task.yield() }
  }
}
