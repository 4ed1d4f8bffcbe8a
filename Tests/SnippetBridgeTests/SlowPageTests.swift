import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Pages that read too slowly, over sockets.
@Suite(.timeLimit(.minutes(5))) struct SlowPageTests {
  /// An interface that returns rows of 10 kB as fast as they are requested.
  @Exposed
  final class Table {
    private let pulled: Tally
    private let most: Int

    init(_ pulled: Tally, most: Int) {
      self.pulled = pulled
      self.most = most
    }

    func rows() -> AsyncStream<String> {
      let row = String(repeating: "r", count: 10_000)
      return AsyncStream { [pulled, most] in pulled.next() <= most ? row : nil }
    }

    func addingOne(to input: Int) -> Int {
      input + 1
    }
  }

  /// The maximum number of rows that were read and that the page has not received: one window in transit, one window
  /// waiting, and the rows read between two checks.
  private static let mostAhead = 2 * (1 << 20) / 10_000 + 20

  @Test func aPageThatAcknowledgesNothingGetsNoMore() async throws {
    let pulled = Tally()
    try await TestServer.run(prepare: { $0.addInterface(Table(pulled, most: 2000), by: nil) }) { test async throws in
      let slow = try await TestPage.open(test.url)
      let other = try await TestPage.open(test.url)
      await slow.holdAcknowledgements()
      let rows = try await slow.post("rows", as: String.self)
      // The first megabyte arrives, and nothing after it.
      for _ in 0..<100 { _ = try await rows.next() }
      for number in 1...20 { #expect(try await other.call("addingOne", number) == number + 1) }
      #expect(pulled.value <= Self.mostAhead, "\(pulled.value) rows were read")
      await slow.holdAcknowledgements(false)
      var count = 100
      while try await rows.next() != nil {
        count += 1
        if pulled.value - count > Self.mostAhead { Issue.record("\(pulled.value) rows read, \(count) there"); break }
      }
      #expect(count == 2000)
      await slow.close()
      await other.close()
    }
  }

  @Test func aPageThatDoesNotReadGetsTheNewestWhenItDoes() async throws {
    try await TestServer.run(configure: { $0.webViews.sendWindow = 100_000 }) { test async throws in
      let page = try await TestPage.open(test.url)
      let webView = try #require(test.server.webViews.first)
      let (values, sink) = AsyncStream<Int>.makeStream()
      await page.register("show") { arguments in
        sink.yield(try arguments.decode(Int.self, at: 0))
        return nil
      }
      await page.register("isThere") { _ in true }
      #expect(try await webView.call("isThere", returning: Bool.self))
      await page.pauseReading()
      let padding = String(repeating: "p", count: 1000)
      // Send 20 MB, of which the socket and the window hold a part.
      for number in 1...20_000 { webView.call("show", with: [number, padding], replacing: "show") }
      await page.resumeReading()
      #expect(try await webView.call("isThere", returning: Bool.self))
      sink.finish()
      var shown: [Int] = []
      for await value in values { shown.append(value) }
      #expect(shown == shown.sorted() && shown.last == 20_000)
      #expect(shown.count < 5000, "\(shown.count) of 20,000 were sent")
      await page.close()
    }
  }

  @Test func callsFailWhenTooMuchWaits() async throws {
    try await TestServer.run(configure: { $0.webViews.maximumUnacknowledgedSize = 1_000_000 }) { test async throws in
      let page = try await TestPage.open(test.url)
      let webView = try #require(test.server.webViews.first)
      await page.register("take") { _ in true }
      await page.holdAcknowledgements()
      let padding = String(repeating: "p", count: 100_000)
      let error = await #expect(throws: BridgeError.self) {
        for _ in 1...11 { _ = try await webView.call("take", with: [padding], returning: Bool.self) }
      }
      #expect(error?.code == .pageBehind)
      await page.holdAcknowledgements(false)
      // Calls succeed again when the acknowledgement has arrived.
      while true {
        do {
          #expect(try await webView.call("take", with: [padding], returning: Bool.self))
          break
        } catch let error as BridgeError where error.code == .pageBehind {
          await Task.yield()
        }
      }
      await page.close()
    }
  }
}
