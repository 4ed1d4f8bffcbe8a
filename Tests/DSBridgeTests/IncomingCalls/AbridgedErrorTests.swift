import Foundation
import TestSupport
import Testing

@testable import DSBridge

/// The log contains the parts of an error that a page does not receive.
@Suite(.timeLimit(.minutes(5))) struct AbridgedErrorTests {
  private struct Localized: LocalizedError {
    let errorDescription: String? = "out of paper"
  }

  @Test(arguments: ["ask", "post"]) func theLogHasTheWhole(form: String) async throws {
    let log = LogRecorder()
    let webView = WebView(logger: log.logger)
    webView.addInterface(
      HandMade {
        [
          ExposedFunction(
            "read", completing: { _, _ in throw CocoaError(.fileNoSuchFile, userInfo: ["at": "/secret"]) }),
          ExposedFunction("print", completing: { _, _ in throw Localized() }),
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open()
    let stub = form == "post" ? "dscb0 " : ""
    try page.say(next: "\(form) $ print \(stub)null")
    #expect(await page.next() == "ack 2")
    let words = await page.next()
    #expect(words.contains("out of paper"))
    try page.say(next: "\(form) $ read \(stub)null")
    #expect(await page.next() == "ack 3")
    let answer = await page.next()
    #expect(answer.contains("The file doesn’t exist.") && !answer.contains("/secret"))
    let line = try #require(await log.next())
    #expect(line.contains("a call failed") && line.contains("method=read") && line.contains("/secret"))
    #expect(log.lines.count == 1)
  }
}
