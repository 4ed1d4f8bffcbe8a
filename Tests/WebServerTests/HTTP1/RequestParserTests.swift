import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct RequestParserTests {
  @Test func aBrowsersHead() throws {
    let reading = Reading(
      "GET /a%2Fb;c//../d?x=%26+ HTTP/1.1\r\nHost: localhost:8080\r\nsec-fetch-mode: navigate\r\n"
        + "X-Own:\t a b \t\r\nACCEPT:*/*\r\nEmpty:\r\nCookie: a=1; b=2\r\nX-Own: c\r\n\r\n")
    let head = try #require(reading.first)
    #expect(reading.isComplete && reading.messages.count == 1 && reading.bodies == [""])
    #expect(head.method == .get)
    #expect(head.target.raw == "/a%2Fb;c//../d?x=%26+")
    #expect(head.minorVersion == 1 && head.body == .none && head.keepsAlive && !head.expectsContinue)
    #expect(
      head.headers.map { "\($0.name.canonicalName)=\($0.value)" } == [
        "host=localhost:8080", "sec-fetch-mode=navigate", "x-own=a b", "accept=*/*", "empty=", "cookie=a=1; b=2",
        "x-own=c",
      ])
  }

  @Test func namesAreFoundInAnyCase() throws {
    for name in ["content-type", "CONTENT-TYPE", "Content-Type"] {
      let head = try #require(Reading("GET / HTTP/1.1\r\nHost: a\r\n\(name): text/plain\r\n\r\n").first)
      #expect(head.headers[.contentType] == "text/plain")
      #expect(head.headers.map(\.name.rawName) == ["Host", "Content-Type"])
    }
  }

  /// A parser that compares names after setting bit 5 of each byte would confuse these names with known ones.
  @Test(arguments: ["Hos\u{54}\u{5E}", "TE^", "Content\u{5F}Length", "Dnt_", "H\u{4F}ST_"])
  func otherNamesAreNotTakenForKnownOnes(name: String) throws {
    let head = try #require(Reading("GET / HTTP/1.1\r\nHost: a\r\n\(name): 7\r\n\r\n").first)
    #expect(head.headers.map(\.name.rawName) == ["Host", name] && head.body == .none)
  }

  @Test func bytesAbove127AreKept() throws {
    let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xC3, 0xA9, 0xFF] + Array("\r\nY: é\r\n\r\n".utf8)
    let head = try #require(Reading(bytes).first)
    #expect(head.headers[1].withUnsafeBytesOfValue { Array($0) } == [0xC3, 0xA9, 0xFF])
    #expect(head.headers[1].value == "é\u{FFFD}")
    #expect(head.headers[2].value == "é")
  }

  @Test func bodies() {
    let plain = Reading("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
    #expect(plain.isComplete && plain.bodies == ["hello"] && plain.first?.body == .length(5))
    let empty = Reading("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 000\r\n\r\n")
    #expect(empty.isComplete && empty.bodies == [""] && empty.first?.body == BodyFraming.none)
    let chunked = Reading(
      "POST / HTTP/1.1\r\nHost: a\r\ntransfer-encoding: CHUNKED\r\n\r\n"
        + "5\r\nhello\r\n00A;a;b=c;d=\"e \\\" ;\"\r\n, world 12\r\n0;x\r\nX-Trailer: a\r\nDate: b\r\n\r\n")
    #expect(chunked.isComplete && chunked.bodies == ["hello, world 12"] && chunked.first?.body == .chunked)
    #expect(chunked.first?.headers.count == 2)
  }

  @Test func requestsFollowOneAnother() {
    let reading = Reading(
      "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\none\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n"
        + "POST /3 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n3\r\n0\r\n\r\nGET /4 HTTP/1.0\r\n\r\n")
    #expect(reading.isComplete)
    #expect(reading.messages.map(\.head.target.raw) == ["/1", "/2", "/3", "/4"])
    #expect(reading.bodies == ["one", "", "3", ""])
  }

  @Test func aHeadersNameThatBeginsLikeAnotherIsItself() {
    for name in ["X-Auth", "X", "User", "Content", "Content-Lengt", "Content-Length-"] {
      let reading = Reading(
        "POST /1 HTTP/1.1\r\nHost: a\r\n\(name): b\r\nContent-Length: 33\r\n\r\nGET /2 HTTP/1.1\r\nHost: evil\r\n\r\n.."
      )
      #expect(reading.isComplete && reading.messages.count == 1, "\(name)")
    }
  }

  @Test(arguments: [
    ("1.1", "", true), ("1.1", "close", false), ("1.1", "a, CLOSE ,b", false), ("1.1", "keep-alive, close", false),
    ("1.0", "", false), ("1.0", "Keep-Alive", true), ("1.0", "close, keep-alive", false), ("1.2", "", true),
    ("1.1", "closed", true), ("1.1", "upgrade", true),
  ])
  func keepingAlive(version: String, options: String, expected: Bool) throws {
    let head = try #require(Reading("GET / HTTP/\(version)\r\nHost: a\r\nConnection: \(options)\r\n\r\n").first)
    #expect(head.keepsAlive == expected)
  }

  @Test func optionsOfSeveralLines() {
    let reading = Reading("GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n")
    #expect(reading.first?.keepsAlive == false)
  }

  @Test(arguments: [("1.0", 0), ("1.1", 1), ("1.2", 1), ("1.9", 1)])
  func versions(text: String, minor: Int) {
    #expect(Reading("GET / HTTP/\(text)\r\nHost: a\r\n\r\n").first?.minorVersion == minor)
  }

  @Test(arguments: [
    ("1.1", "Expect: 100-continue\r\nContent-Length: 5", true),
    ("1.1", "Expect: 100-CONTINUE\r\nTransfer-Encoding: chunked", true),
    ("1.1", "Expect: 100-continue", false), ("1.0", "Expect: 100-continue\r\nContent-Length: 5", false),
    ("1.1", "Content-Length: 5", false),
  ])
  func expecting(version: String, fields: String, expected: Bool) {
    #expect(Reading("POST / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n\r\n").first?.expectsContinue == expected)
  }

  @Test func unknownMethodsAreTheHandlersAffair() {
    for method in ["get", "BREW", "M-SEARCH", "a!#$%&'*+-.^_`|~9"] {
      #expect(Reading("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n").first?.method.rawValue == method)
    }
  }

  @Test func aFailedParserIsFinished() throws {
    let bad = Array("GET\r\n".utf8)
    let good = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    var parser = RequestParser(limits: Reading.limits)
    var offset = 0
    let failure = try #require(throws: MessageFailure.self) { try parser.next(in: bad.span, from: &offset) }
    offset = 0
    #expect(throws: failure) { try parser.next(in: good.span, from: &offset) }
    #expect(offset == 0)
  }
}
