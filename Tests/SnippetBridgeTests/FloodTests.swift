import SnippetBridge
import SnippetBridgeTesting
import Testing

@testable import DSBridge

/// A page that sends faster than the server processes is paused, without affecting other pages.
@Suite(.timeLimit(.minutes(5))) struct FloodTests {
  @Test(.timeLimit(.minutes(5))) func aPageThatFloodsWaitsAndOthersDoNot() async throws {
    let blocking = Blocking()
    let mark = 100_000
    try await TestServer.run(
      configure: { $0.webViews.receiveWindow = mark },
      prepare: { webView in
        webView.addInterface(Fixture(), by: nil)
        webView.addInterface(blocking, by: "blocking")
      }
    ) { test async throws in
      let flooding = try await TestPage.open(test.url, timeLimit: .seconds(100))
      let webView = try #require(test.server.webViews.first)
      let other = try await TestPage.open(test.url)
      let held = try await flooding.ask("blocking.block", as: String.self)
      let text = String(repeating: "f", count: 50_000)
      // Send 3 MB. A server that did not pause reading would hold all of it.
      let answers = try await flooding.flood(60, with: text)
      while webView.mailbox.weight <= mark, !Task.isCancelled { await Task.yield() }
      for number in 1...100 { #expect(try await other.call("addingOne", number) == number + 1) }
      // The queued bytes may exceed the limit by one message and by the bytes that were read before the server paused.
      #expect(webView.mailbox.weight < 5 * mark, "\(webView.mailbox.weight) bytes wait")
      blocking.release(1)
      #expect(try await held.value() == "released")
      for (number, answer) in answers.enumerated() { #expect(try await answer.value() == "\(number) \(text)") }
      await flooding.close()
      await other.close()
    }
  }

  /// Blocks the threads of more web views than the machine has cores. Other web views must still run functions.
  @Test(.timeLimit(.minutes(2))) func functionsThatHangHarmNobody() async throws {
    let blocking = Blocking()
    try await TestServer.run(prepare: { webView in
      webView.addInterface(Fixture(), by: nil)
      webView.addInterface(blocking, by: "blocking")
      webView.addInterface(Slow(AsyncStream { $0.finish() }), by: "slow")
    }) { test async throws in
      let stuck = try await (0..<8).asyncMap { _ in try await TestPage.open(test.url) }
      var answers: [PendingCall<String>] = []
      for page in stuck { answers.append(try await page.ask("blocking.block", as: String.self)) }
      let other = try await TestPage.open(test.url)
      // Call a function of a class, one of an actor, and one by a non-blocking call.
      #expect(try await other.call("addingOne", 1) == 2)
      #expect(try await other.call("slow.finish") == "done")
      #expect(try await other.ask("addingOne", 1, as: Int.self).value() == 2)
      blocking.release(8)
      for answer in answers { #expect(try await answer.value() == "released") }
      for page in stuck + [other] { await page.close() }
    }
  }
}

extension TestPage {
  /// Sends `count` calls without waiting for the answers.
  fileprivate func flood(_ count: Int, with text: String) throws -> [PendingCall<String>] {
    try (0..<count).map { try ask("echo", "\($0) \(text)", as: String.self) }
  }
}
