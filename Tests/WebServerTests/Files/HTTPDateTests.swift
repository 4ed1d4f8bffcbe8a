import SnippetBridgeHTTP
import Testing

@Suite(.timeLimit(.minutes(5))) struct HTTPDateTests {
  /// The date 2026-01-01.
  private let now = HTTPDate(seconds: 1_767_225_600)

  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func thereAndBack(seconds: Int64, text: String) {
    #expect(HTTPDate(seconds: seconds).description == text)
    #expect(HTTPDate(text, now: now)?.seconds == seconds)
  }

  @Test func aLeapSecond() {
    #expect(HTTPDate("Thu, 29 Feb 2024 23:59:60 GMT", now: now)?.seconds == 1_709_251_200)
  }

  @Test(arguments: [
    "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun Nov 06 08:49:37 1994",
  ])
  func oldForms(_ text: String) {
    #expect(HTTPDate(text, now: now)?.seconds == 784_111_777)
  }

  /// A two-digit year that is more than 50 years in the future is in the past (RFC 9110, section 5.6.7).
  @Test(arguments: [("76", "Wed, 01 Jan 2076 00:00:00 GMT"), ("77", "Sat, 01 Jan 1977 00:00:00 GMT")])
  func twoDigits(year: String, text: String) {
    #expect(HTTPDate("Monday, 01-Jan-\(year) 00:00:00 GMT", now: now)?.description == text)
  }

  @Test(arguments: [
    "", "Sun", "yesterday", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 32 Nov 1994 08:49:37 GMT",
    "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "a b c d e f g",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, x Nov 1994 08:49:37 GMT",
  ])
  func nonsense(_ text: String) {
    #expect(HTTPDate(text, now: now) == nil)
  }

  /// A file system may contain any time stamp, so none may end the process.
  @Test(arguments: [Int64.min, Int64.max])
  func extremes(_ seconds: Int64) {
    #expect(HTTPDate(seconds: seconds).description.hasSuffix("GMT"))
  }
}
