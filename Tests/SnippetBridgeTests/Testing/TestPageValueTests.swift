import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// The values and errors that a test page returns.
@Suite(.timeLimit(.minutes(5))) struct TestPageValueTests {
  struct Book: Codable, Sendable, Equatable {
    var title: String
    var lent: [Date]
  }

  enum ShelfError: Int, CodedError { case empty = 404 }

  @Exposed
  struct Shelf {
    func nextDay(of day: Date) -> Date { day.addingTimeInterval(86_400) }

    func title(of book: Book) -> String { book.title }

    func book() -> Book { Book(title: "T", lent: [Date(timeIntervalSince1970: 0.5)]) }

    func untitled() -> [String: [String]] { ["lent": []] }

    func take() throws -> Int { throw ShelfError.empty }

    nonisolated(nonsending) func wait() async { await untilCancelled() }
  }

  private func run(_ body: @escaping @Sendable (TestPage, BridgeServer) async throws -> Void) async throws {
    // At the end of this test, the server must not wait for pending calls.
    try await withTestPage(
      configure: { $0.shutdownTimeLimit = .milliseconds(1) }, prepare: { $0.addInterface(Shelf(), by: "shelf") }
    ) { try await body($0, $1) }
  }

  @Test func datesAreThoseOfJavaScript() async throws {
    try await run { page, server async throws in
      let next = try await page.call("shelf.nextDay", Date(timeIntervalSince1970: 0.25), as: Date.self)
      #expect(next == Date(timeIntervalSince1970: 86_400.25))
      let text = try await page.callText("shelf.nextDay", #""2026-01-31T12:00:00.500Z""#)
      #expect(text == #""2026-02-01T12:00:00.500Z""#)
      let book = try await page.ask("shelf.book", as: Book.self).value()
      #expect(book.lent == [Date(timeIntervalSince1970: 0.5)])

      await page.register("year") { Calendar(identifier: .gregorian).component(.year, from: try $0.decode(at: 0)) }
      let webView = try #require(server.webViews.first)
      let year = try await webView.call("year", with: [Date(timeIntervalSince1970: 1e9)], returning: Int.self)
      #expect(year == 2001)
    }
  }

  @Test func aMismatchNamesTheMember() async throws {
    try await run { page, server async throws in
      let missing = await #expect(throws: TestPageError.self) { try await page.call("shelf.untitled", as: Book.self) }
      #expect(missing?.description == #"expected Book.title, got {"lent":[]}"#)
      let wrong = await #expect(throws: TestPageError.self) {
        try await page.call("shelf.book", as: [String: String].self)
      }
      #expect(wrong?.description.hasPrefix("expected Dictionary<String, String>.lent: String, got {") == true)

      await page.register("read") { try $0.decode(Book.self, at: 0).title }
      let webView = try #require(server.webViews.first)
      let error = await #expect(throws: BridgeError.self) {
        try await webView.call("read", with: [["title": 5]], returning: String.self)
      }
      #expect(
        error?.message.contains("expected Book.title: String, as argument 0, got") == true, "\(error?.message ?? "")")
    }
  }

  @Test func aTimeoutNamesTheMethod() async throws {
    try await run { page, server async throws in
      // This page opens no socket, so its blocking call carries the hello.
      let hasty = try await TestPage.open(
        try await server.url(), timeLimit: .milliseconds(500), isReady: false, isConnected: false)
      await #expect(throws: TestPageError.timeout(waitingFor: "the answer to shelf.wait")) {
        try await hasty.callText("shelf.wait")
      }
      await #expect(throws: TestPageError.timeout(waitingFor: "the answer to shelf.wait")) {
        _ = try await hasty.ask("shelf.wait", as: String.self).value()
      }
    }
  }

  @Test func theCodeIsTheOneInJavaScript() async throws {
    try await run { page, _ async throws in
      let coded = await #expect(throws: CallFailure.self) { try await page.call("shelf.take", as: Int.self) }
      #expect(coded?.code == 404)
      #expect(coded?.kind == "thrown")
      #expect(coded?.description == "shelf.take: thrown (404): empty")
      let missing = await #expect(throws: CallFailure.self) { try await page.call("shelf.none", as: Int.self) }
      #expect(missing?.code == "noSuchMethod")
    }
  }

  /// Awaits the value before `#expect`, as docs/guides/testing.md advises: with `try await` inside `#expect`, the
  /// failure message would not contain the value.
  @Test func anExpectationThatFailsShowsTheValue() async throws {
    try await run { page, _ async throws in
      let title = try await page.call("shelf.title", Book(title: "Emma", lent: []), as: String.self)
      withKnownIssue {
        #expect(title == "Persuasion")
      } matching: { issue in
        "\(issue)".contains("Emma")
      }
    }
  }
}
