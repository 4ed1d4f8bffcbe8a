import Foundation
import Testing

@testable import SnippetShell

@Suite(.timeLimit(.minutes(5))) struct HTTPDateTests {
  @Test func aDate() {
    #expect(HTTPDate.date(from: "Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
    #expect(HTTPDate.date(from: "Thu, 29 Feb 2024 23:59:60 GMT") == Date(timeIntervalSince1970: 1_709_251_200))
  }

  @Test(arguments: [
    "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, x Nov 1994 08:49:37 GMT",
  ])
  func noDate(text: String) {
    #expect(HTTPDate.date(from: text) == nil)
  }
}
