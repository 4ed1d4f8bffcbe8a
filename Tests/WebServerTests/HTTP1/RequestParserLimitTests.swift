import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

/// Each limit is tested with values below, at and above it. Above the limit, a line is refused even before its end
/// arrives.
@Suite(.timeLimit(.minutes(5))) struct RequestParserLimitTests {
  private let line = "GET /12345 HTTP/1.1\r\n"
  private let rest = "Host: a\r\nX: 12345\r\n\r\n"

  @Test func requestLine() {
    let size = line.utf8.count
    for limit in [size, size + 1, size + 100] { #expect(reading(line + rest, line: limit).isComplete) }
    for limit in [1, 5, size - 2, size - 1] {
      let refused = reading(line + rest, line: limit)
      #expect(refused.status?.code == 414 && refused.given == limit)
    }
    #expect(reading(String(line.prefix(19)), line: 10).status?.code == 414)
    #expect(reading(String(repeating: "A", count: 10), line: 10).status?.code == 414)
    #expect(reading(String(repeating: "A", count: 9), line: 10).failure == nil)
  }

  @Test func emptyLinesAreNotCounted() {
    #expect(reading("\r\n\r\n" + line + rest, line: line.utf8.count, head: (line + rest).utf8.count).isComplete)
  }

  @Test func head() {
    let size = (line + rest).utf8.count
    for limit in [size, size + 1] { #expect(reading(line + rest, head: limit).isComplete) }
    for limit in [line.utf8.count, line.utf8.count + 1, size - 3, size - 2, size - 1] {
      let refused = reading(line + rest, head: limit)
      #expect(refused.status?.code == 431 && refused.given == limit)
    }
    #expect(reading(line + rest, head: line.utf8.count - 1).status?.code == 414)
  }

  @Test func fields() {
    let text = line + "Host: a\r\nX: b\r\nX: c\r\n\r\n"
    #expect(reading(text, fields: 4).isComplete)
    #expect(reading(text, fields: 3).isComplete)
    let refused = reading(text, fields: 2)
    #expect(refused.status?.code == 431 && refused.given == text.utf8.count - 7)
  }

  @Test func everyRequestHasItsOwn() {
    let reading = reading(String(repeating: line + rest, count: 3), line: 21, head: (line + rest).utf8.count, fields: 2)
    #expect(reading.isComplete && reading.messages.count == 3)
  }

  private let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test func trailers() {
    let trailers = "A: b\r\nC: d\r\n\r\n"
    let size = trailers.utf8.count
    for limit in [size, size + 1] { #expect(reading(chunked + "0\r\n" + trailers, trailers: limit).isComplete) }
    for limit in [0, 1, 5, 6, 7, size - 1] {
      let refused = reading(chunked + "0\r\n" + trailers, trailers: limit)
      #expect(refused.status?.code == 431 && !refused.isComplete)
    }
    #expect(reading(chunked + "0\r\n" + trailers, fields: 2).isComplete)
    #expect(reading(chunked + "0\r\n" + trailers + line + rest, fields: 2).messages.count == 2)
    #expect(reading(chunked + "0\r\n" + "A: b\r\nC: d\r\nE: f\r\n\r\n", fields: 2).status?.code == 431)
  }

  @Test func chunkExtensions() {
    let body = "1;abc\r\nx\r\n1;de=\"f\"\r\ny\r\n0\r\n\r\n"
    let size = ";abc;de=\"f\"".utf8.count
    for limit in [size, size + 1] { #expect(reading(chunked + body, extensions: limit).isComplete) }
    for limit in [0, 1, 4, size - 1] { #expect(reading(chunked + body, extensions: limit).status?.code == 400) }
    #expect(
      reading(chunked + "1;" + String(repeating: "a", count: 20), extensions: 10).given == chunked.utf8.count + 12)
  }

  /// Parses byte by byte, and checks that parsing everything at once returns the same result.
  private func reading(
    _ text: String, line: Int = 1000, head: Int = 1000, fields: Int = 20, trailers: Int = 100, extensions: Int = 100
  ) -> Reading {
    let limits = MessageLimits(
      requestLine: line, head: head, fieldCount: fields, trailers: trailers, chunkExtensions: extensions)
    let bytewise = Reading(bytewise: Array(text.utf8), limits: limits)
    #expect(Reading(text, limits: limits) == bytewise)
    return bytewise
  }
}
