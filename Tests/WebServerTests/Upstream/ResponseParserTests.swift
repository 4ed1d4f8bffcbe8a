import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct ResponseParserTests {
  struct Taken: CustomTestStringConvertible {
    let text: String
    var toHead = false
    /// Whether the upstream server closes the connection after the text.
    var ends = false
    var body = ""
    var framing = BodyFraming.none
    var keepsAlive = true
    var rest = 0
    var testDescription: String { text.debugDescription }
  }

  static let taken: [Taken] = [
    Taken(text: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", body: "hi", framing: .length(2)),
    Taken(text: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhiHTTP", body: "hi", framing: .length(2), rest: 4),
    Taken(text: "HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n"),
    // The first response lacks the space after the status.
    Taken(text: "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"),
    Taken(text: "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n"),
    Taken(text: "HTTP/1.1 299 A\tlong \u{e9} reason\r\nContent-Length: 0\r\n\r\n"),
    Taken(
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=\"b\"\r\nhi\r\n0\r\nA: b\r\n\r\n", body: "hi",
      framing: .chunked),
    Taken(text: "HTTP/1.1 200 OK\r\n\r\nhi", ends: true, body: "hi", framing: .close, keepsAlive: false),
    Taken(text: "HTTP/1.1 200 OK\r\n\r\n", ends: true, framing: .close, keepsAlive: false),
    Taken(
      text: "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi", body: "hi", framing: .length(2),
      keepsAlive: false),
    Taken(text: "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi", body: "hi", framing: .length(2), keepsAlive: false),
    Taken(
      text: "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nhi", body: "hi", framing: .length(2)),
    Taken(text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", toHead: true),
    Taken(text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", toHead: true),
    Taken(text: "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"),
    Taken(text: "HTTP/1.1 204 No Content\r\n\r\n"),
    // The upstream server may send the announced body despite the status, so the connection cannot be reused.
    Taken(text: "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", keepsAlive: false),
    Taken(text: "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n", keepsAlive: false),
    // These fields have a meaning in requests only, so their values do not matter.
    Taken(text: "HTTP/1.1 204 No Content\r\nHost: a b\r\nExpect: all\r\n\r\n"),
  ]

  @Test(arguments: taken)
  func takes(_ taken: Taken) throws {
    for reading in [
      ResponseReading(taken.text, toHead: taken.toHead, ends: taken.ends),
      ResponseReading(bytewise: taken.text, toHead: taken.toHead, ends: taken.ends),
    ] {
      #expect(reading.failure == nil)
      #expect(reading.isComplete)
      #expect(!reading.isRepaired)
      let head = try #require(reading.head)
      #expect(head.body == taken.framing)
      #expect(head.keepsAlive == taken.keepsAlive)
      #expect(reading.text == taken.body)
      #expect(reading.rest == taken.rest)
    }
  }

  /// The parser refuses malformed and ambiguous responses. If it accepted one, it could read a part of the body as the
  /// next response.
  @Test(arguments: [
    "HTTP/2.0 200 OK\r\n", "HTTP/1.1  200 OK\r\n", "HTTP/1.1 20 OK\r\n", "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 099 OK\r\n",
    "HTTP/1.1 600 OK\r\n", "http/1.1 200 OK\r\n", "HTTP/1.1 200 O\rK\r\n",
    "HTTP/1.1 200 O\u{0}K\r\n",
    "\r\nHTTP/1.1 200 OK\r\n", "ICY 200 OK\r\n", "<html>",
    "HTTP/1.1 200 OK\r\nA b: c\r\n", "HTTP/1.1 200 OK\r\nA \r\n: c\r\n", "HTTP/1.1 200 OK\r\n A: b\r\n",
    "HTTP/1.1 200 OK\r\nA\r\n", "HTTP/1.1 200 OK\r\n: b\r\n", "HTTP/1.1 200 OK\r\nA: b\rc\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n 2\r\n\r\n", "HTTP/1.1 200 OK\r\nConnection: a,\r\n close\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\nContent-Length: 1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: \u{0}\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1,\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\nContent-Length: 2, 2\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 0x1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, identity\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n 2\r\nhi\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 0\r\nhi\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2                 \r\nhi\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=\"\n\"\r\nhi\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\n2\r\nhi\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\rx\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhix\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA b: c\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 2\r\n\r\n",
  ])
  func refuses(_ text: String) {
    for reading in [ResponseReading(text), ResponseReading(bytewise: text)] {
      #expect(reading.failure != nil)
      #expect(!reading.isComplete)
    }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi", "HTTP/1.1 200 O", "",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
  ])
  func anEarlyEndIsNone(_ text: String) {
    #expect(ResponseReading(text).failure == nil)
    #expect(ResponseReading(text, ends: true).failure == "The response ended before it was complete.")
  }

  @Test func limits() {
    func head(_ fields: String) -> String { "HTTP/1.1 204 A\r\n\(fields)\r\n" }
    #expect(ResponseReading(head(String(repeating: "A: b\r\n", count: 10))).isComplete)
    #expect(ResponseReading(head(String(repeating: "A: b\r\n", count: 11))).failure != nil)
    let room = 2000 - head("A: \r\n").utf8.count
    #expect(ResponseReading(head("A: \(String(repeating: "b", count: room))\r\n")).isComplete)
    #expect(ResponseReading(head("A: \(String(repeating: "b", count: room + 1))\r\n")).failure != nil)
    // A line above the limit is refused before its end arrives.
    #expect(ResponseReading("HTTP/1.1 200 " + String(repeating: "a", count: 2000)).failure != nil)
    #expect(ResponseReading("HTTP/1.1 200 OK\r\nA: " + String(repeating: "a", count: 2000)).failure != nil)
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(ResponseReading("\(chunked)0\r\nA: \(String(repeating: "a", count: 200))").failure != nil)
    #expect(ResponseReading("\(chunked)1;\(String(repeating: "a", count: 200))").failure != nil)
    #expect(ResponseReading(String(repeating: "HTTP/1.1 103 A\r\n\r\n", count: 17)).failure != nil)
  }

  @Test func interimResponsesComeBefore() throws {
    let name = try #require(HTTPField.Name("B"))
    let text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 204 A\r\nB: c\r\n\r\n"
    for reading in [ResponseReading(text), ResponseReading(bytewise: text)] {
      #expect(reading.interims == [100, 103])
      #expect(reading.head?.fields.all == [name: "c"])
      #expect(reading.isComplete)
    }
    // The bytes after 101 are not HTTP.
    let switching = ResponseReading("HTTP/1.1 101 A\r\n\r\nHTTP/1.1 200 OK\r\n")
    #expect(switching.interims == [101])
    #expect(switching.rest == 17)
    #expect(!switching.isComplete)
  }
}
