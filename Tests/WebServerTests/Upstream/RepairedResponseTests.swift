import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Tests of responses with faults that browsers accept. The parser repairs them, and the proxy writes them anew.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct RepairedResponseTests {
  struct Faulty: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    var framing = BodyFraming.length(2)
    var fields: [String: String] = [:]
  }

  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  static let faulty = [
    Faulty(
      testDescription: "padded chunk sizes", text: chunked + "1   \r\nh\r\n1\t \r\ni\r\n0  \r\n\r\n", framing: .chunked),
    Faulty(
      testDescription: "padded size before an extension", text: chunked + "2 ;a=b\r\nhi\r\n0\r\n\r\n", framing: .chunked
    ),
    Faulty(
      testDescription: "chunks without CR", text: chunked + "1;a\nh\n1;a=\"b\"\ni\n0 \nA: b\n\n", framing: .chunked),
    Faulty(
      testDescription: "equal lengths", text: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 2\r\n\r\nhi",
      fields: ["Content-Length": "2"]),
    Faulty(
      testDescription: "a list of equal lengths", text: "HTTP/1.1 200 OK\r\nContent-Length: 2, 2 ,2\r\n\r\nhi",
      fields: ["Content-Length": "2"]),
    Faulty(
      testDescription: "white space before a colon",
      text: "HTTP/1.1 200 OK\r\nA \t: b\r\nContent-Length : 2\r\n\r\nhi", fields: ["A": "b", "Content-Length": "2"]),
    Faulty(
      testDescription: "white space before the colon of Transfer-Encoding",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", framing: .chunked),
    Faulty(
      testDescription: "no CR", text: "HTTP/1.1 200 OK\nA: b\nContent-Length: 2\n\nhi",
      fields: ["A": "b", "Content-Length": "2"]),
    Faulty(
      testDescription: "no CR in an interim response",
      text: "HTTP/1.1 100 Continue\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"),
    Faulty(
      testDescription: "folded lines",
      text: "HTTP/1.1 200 OK\r\nA: b\r\n  c\n\td\r\nB:\r\n e\r\n \r\nContent-Length: 2\r\n\r\nhi",
      fields: ["A": "b    c \td", "B": "e", "Content-Length": "2"]),
    Faulty(
      testDescription: "a folded trailer", text: chunked + "2\r\nhi\r\n0\r\nA: b\r\n c\r\n\r\n", framing: .chunked),
  ]

  @Test(arguments: faulty) func areRepaired(_ faulty: Faulty) throws {
    for reading in [ResponseReading(faulty.text), ResponseReading(bytewise: faulty.text)] {
      #expect(reading.failure == nil)
      #expect(reading.isComplete && reading.isRepaired)
      #expect(reading.text == "hi")
      let head = try #require(reading.head)
      #expect(head.body == faulty.framing)
      for (name, value) in faulty.fields { #expect(head.fields[try #require(HTTPField.Name(name))] == value) }
    }
  }

  /// The peer receives a response without faults, and the connection to the upstream server is not reused.
  @Test(arguments: faulty) func arePassedOnWithoutFaults(_ faulty: Faulty) async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      while let head = try upstream.readRequest(link) {
        try link.send(head.contains("/first") ? faulty.text : .ok("\(link.number)"))
      }
    }
    try await withForwarding(to: upstream) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/first")
      let head = try socket.readHead()
      let lines = head.split(separator: "\r\n")
      #expect(lines[0] == "HTTP/1.1 200 OK")
      #expect(lines.dropFirst().allSatisfy { $0.wholeMatch(of: /[!-9;-~]+: [ -~\t]*/) != nil }, "\(head)")
      #expect(!head.replacing("\r\n", with: "").contains { $0.isNewline })
      #expect(lines.count { $0.lowercased().hasPrefix("content-length") } == (faulty.framing == .chunked ? 0 : 1))
      let body = faulty.framing == .chunked ? "2\r\nhi\r\n0\r\n\r\n" : "hi"
      #expect(try String(decoding: socket.read(body.utf8.count), as: UTF8.self) == body)
      #expect(try socket.request("GET", "/second").text == "1")
    }
  }

  /// Requests stay strict.
  @Test(arguments: [
    "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\n",
    "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1 \r\na\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\n0\r\n\r\n",
  ])
  func requestsAreNotRepaired(_ text: String) {
    var parser = RequestParser(limits: MessageLimits())
    let bytes = Array(text.utf8)
    var offset = 0
    #expect(throws: MessageFailure.self) {
      while try parser.next(in: bytes.span, from: &offset) != nil {}
    }
  }
}
