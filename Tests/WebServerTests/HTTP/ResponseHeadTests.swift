import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct ResponseHeadTests {
  private func head(_ response: ServerResponse, length: Int?, closes: Bool = false, isHTTP11: Bool = true) -> String {
    String(
      decoding: ResponseHead.bytes(
        of: response, framing: length.map { .length($0) } ?? .none, date: "D", closes: closes, isHTTP11: isHTTP11,
        frameAncestors: "'self'"),
      as: UTF8.self)
  }

  @Test func isComplete() {
    #expect(
      head(ServerResponse(.ok, headers: [.eTag: "\"x\""]), length: 3)
        == "HTTP/1.1 200 OK\r\nETag: \"x\"\r\nX-Content-Type-Options: nosniff\r\nDate: D\r\nReferrer-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\nContent-Length: 3\r\n\r\n"
    )
    #expect(head(ServerResponse(.ok), length: 0, closes: true).hasSuffix("Connection: close\r\n\r\n"))
    #expect(head(ServerResponse(.ok), length: 0, isHTTP11: false).hasSuffix("Connection: keep-alive\r\n\r\n"))
    #expect(!head(ServerResponse(.noContent), length: nil).contains("Content-Length"))
  }

  @Test func reasonsCannotBreakTheLine() {
    let status = HTTPResponse.Status(code: 200, reasonPhrase: "OK\r\nEvil: 1")
    #expect(!head(ServerResponse(status), length: 0).contains("\r\nEvil"))
  }
}
