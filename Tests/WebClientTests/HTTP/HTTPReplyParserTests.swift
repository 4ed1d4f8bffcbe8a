import Testing

@testable import SnippetBridgeWebClient

@Suite(.timeLimit(.minutes(5))) struct HTTPReplyParserTests {
  /// Returns the response and the unparsed rest, or `nil` if the response is incomplete.
  private func read(
    _ text: String, by step: Int = .max, isHead: Bool = false, headLimit: Int = 1 << 16, bodyLimit: Int = .max
  ) throws -> (reply: HTTPReply, unread: String)? {
    var parser = HTTPReplyParser(isHead: isHead, headLimit: headLimit, bodyLimit: bodyLimit)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(step)
      rest = rest.dropFirst(piece.count)
      if let reply = try parser.read(Array(piece)) {
        return (reply, String(decoding: parser.unread + rest, as: UTF8.self))
      }
    }
    return nil
  }

  private static let chunked =
    "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 Very  OK\r\nTransfer-Encoding: Chunked\r\nX:  a b \t\r\n"
    + "Empty:\r\n\r\n5;name=\"value\"\r\nfirst\r\nB\r\n, then more\r\n000\r\nTrailer: t\r\n\r\nnext"

  @Test(arguments: [1, 2, 3, 7, 64, .max]) func itIsTheSameHoweverItComes(step: Int) throws {
    let (reply, unread) = try #require(try read(Self.chunked, by: step))
    #expect(reply.status == 200 && reply.reason == "Very  OK")
    #expect(reply.headers.map(\.name) == ["Transfer-Encoding", "X", "Empty"])
    #expect(reply["x"] == "a b" && reply["empty"] == "")
    #expect(reply.text == "first, then more")
    #expect(unread == "next")
  }

  @Test func aLengthSaysWhereItEnds() throws {
    let (reply, unread) = try #require(
      try read("HTTP/1.0 404\r\ncontent-length: 3\r\n\r\nabcd", by: 1))
    #expect(reply.status == 404 && reply.reason.isEmpty && reply.text == "abc" && unread == "d")
  }

  @Test(arguments: ["204 No Content", "304 Not Modified", "101 Switching Protocols"]) func someHaveNoBody(
    status: String
  )
    throws
  {
    let (reply, unread) = try #require(try read("HTTP/1.1 \(status)\r\nContent-Length: 9\r\n\r\nrest"))
    #expect(reply.body.isEmpty && unread == "rest")
    #expect(try read("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", isHead: true)?.reply.body == [])
  }

  @Test(arguments: [1, .max]) func faultsThatBrowsersAcceptAreRepaired(step: Int) throws {
    let (reply, _) = try #require(
      try read("HTTP/1.1 200 OK\nA : b\n\tc\nTransfer-Encoding: chunked\n\n1  \na\n0\n\n", by: step))
    #expect(reply.text == "a" && reply["a"] == "b \tc")
    #expect(try read("HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\na", by: step)?.reply.text == "a")
  }

  @Test func theConnectionsEndEndsWhatHasNoLength() throws {
    var parser = HTTPReplyParser()
    #expect(try parser.read(Array("HTTP/1.1 200 OK\r\n\r\nall".utf8)) == nil)
    #expect(try parser.read(Array(" of it".utf8)) == nil)
    #expect(try parser.end().text == "all of it")
    for text in ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na"] {
      var parser = HTTPReplyParser()
      if !text.isEmpty { _ = try parser.read(Array(text.utf8)) }
      #expect(throws: WebClientError.self) { try parser.end() }
    }
  }

  @Test(arguments: [
    "HTTP/2 200 OK\r\n", "nonsense\r\n", "\r\n", "HTTP/1.1 99 Low\r\n", "HTTP/1.1 2000 High\r\n",
    "HTTP/1.1 +20 Sign\r\n",
    "HTTP/1.1 200 OK\r\nno header\r\n", "HTTP/1.1 200 OK\r\n folded: a\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n+1\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
  ])
  func nonsenseIsRefused(text: String) throws {
    for step in [1, .max] {
      let error = #expect(throws: WebClientError.self) { try read(text, by: step) }
      guard case .violation = error else { Issue.record("\(String(describing: error))"); continue }
    }
  }

  @Test func thereAreLimits() throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    for (text, headLimit, bodyLimit) in [
      ("HTTP/1.1 200 " + String(repeating: "a", count: 101), 100, 100),
      ("HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 99), 100, 100),
      (String(repeating: "HTTP/1.1 100 C\r\n\r\n", count: 9), 100, 100),
      ("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", 100, 100), (head + "65\r\n", 100, 100),
      (head + "1\r\na\r\n64\r\n", 100, 100), (head + String(repeating: "1", count: 5000), 100, 100),
      (head + "1\r\na\r\n0\r\n" + String(repeating: "a: b\r\n", count: 99), 100, 100),
      ("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 101), 100, 100),
    ] {
      for step in [1, .max] {
        let error = #expect(throws: WebClientError.self) {
          try read(text, by: step, headLimit: headLimit, bodyLimit: bodyLimit)
        }
        guard case .tooLarge = error else { Issue.record("\(text.prefix(60)): \(String(describing: error))"); continue }
      }
    }
    #expect(try read(head + "64\r\n" + String(repeating: "a", count: 100) + "\r\n0\r\n\r\n", bodyLimit: 100) != nil)
  }
}
