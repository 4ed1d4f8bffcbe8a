import DSBridgeLocks
import Logging
import TestSupport
import Testing

@testable import DSBridge

/// The events that a page reports, and their size limits.
@Suite(.timeLimit(.minutes(1))) struct PageEventTests {
  private final class Host: WebViewHost {
    let told = Mutex<[String]>([])

    func webViewClosed() {}
    func expectsDocument(after left: DocumentID) -> Bool { false }
    func documentOpened(at url: String) {}
    func pageTold(_ name: String, _ value: JSON) { told.withLock { $0.append("\(name) \(value.bytes.count)") } }
  }

  @Test func anEventOverItsLimitIsRefusedAndSaysSo() async throws {
    let recorder = LogRecorder()
    let webView = WebView(logger: recorder.logger)
    let host = Host()
    webView.host = host
    let page = MemoryPage(webView)
    try await page.open()
    func event(_ name: String, size: Int) -> String { "event $ \(name) \"\(String(repeating: "a", count: size - 2))\"" }
    for (name, size) in [
      ("history", 8 << 10), ("shell", 256 << 10), ("history", 8193), ("shell", 262_145), ("history", 9000),
    ] {
      try page.say(next: event(name, size: size))
    }
    #expect(
      await page.next("event")
        == #"event refused "bridge: the event \"history\" was refused: it has 8193 bytes, and the limit is 8192.""#)
    // All refusals appear in the log, but only the first one is sent to the page's console.
    try page.say(next: "ask $ nothing null")
    let lines = await page.next("fail")
    #expect(!lines.contains("refused"))
    #expect(host.told.withLock { $0 } == ["ready 4", "history 8192", "shell 262144"])
    #expect(
      recorder.lines.filter { $0.contains("its value is too large") }.count { $0.contains("limit=8192") } == 2
        && recorder.lines.contains { $0.contains("bytes=262145") && $0.contains("limit=262144") })
  }
}
