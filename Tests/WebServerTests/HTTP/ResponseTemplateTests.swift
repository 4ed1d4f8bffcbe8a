import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

/// Responses from a template are written in the same way as other responses.
@Suite(.timeLimit(.minutes(5))) struct ResponseTemplateTests {
  private let headers: HTTPFields = [.eTag: "\"x\"", .contentType: "text/html; charset=utf-8", .server: "mine"]

  private func head(
    _ response: ServerResponse, length: Int? = 3, date: String = "D", closes: Bool = false,
    frameAncestors: String = "'self'"
  ) -> String {
    String(
      decoding: ResponseHead.bytes(
        of: response, framing: length.map { .length($0) } ?? .none, date: date, closes: closes, isHTTP11: true,
        frameAncestors: frameAncestors),
      as: UTF8.self)
  }

  @Test func theHeadIsTheSame() {
    let plain = ServerResponse(.ok, headers: headers)
    let often = ServerResponse(ResponseTemplate(.ok, headers: headers), body: .none)
    #expect(plain.isDocument && often.isDocument)
    for _ in 1...2 {
      #expect(head(often) == head(plain))
      #expect(head(often, date: "E", closes: true) == head(plain, date: "E", closes: true))
      #expect(head(often, length: nil) == head(plain, length: nil))
      #expect(head(often, length: 4, frameAncestors: "'none'") == head(plain, length: 4, frameAncestors: "'none'"))
    }
  }

  @Test func handlersSetHeadersOnIt() throws {
    let one = try #require(AddedHeaders("Content-Security-Policy", "default-src 'self'"))
    let other = try #require(AddedHeaders("ETag", "\"y\""))
    let template = ResponseTemplate(.ok, headers: headers)
    for _ in 1...2 {
      var plain = ServerResponse(.ok, headers: headers)
      var often = ServerResponse(template, body: .none)
      for added in [one, other] {
        plain.set(added)
        often.set(added)
        #expect(head(often) == head(plain))
        #expect(often.headers == plain.headers)
      }
      #expect(often.headers[.eTag] == "\"y\"")
    }
    #expect(ServerResponse(template, body: .none).headers == headers)
    #expect(AddedHeaders("no name", "x") == nil)
  }

  @Test func whatIsChangedIsNotOfTheTemplateAnyMore() {
    let template = ResponseTemplate(.ok, headers: headers)
    var response = ServerResponse(template, body: .none)
    response.headers[.contentType] = "text/plain"
    #expect(head(response).contains("Content-Type: text/plain\r\n"))
    #expect(!response.isDocument)
    response = ServerResponse(template, body: .none)
    response.status = .notFound
    #expect(head(response).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
  }
}
