import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct ErrorPageTests {
  @Test(arguments: [400, 403, 404, 405, 412, 413, 416, 500, 503, 599])
  func isSmallAndSaysWhatItIs(code: Int) throws {
    let page = ErrorPage(.init(code: code), detail: "/a?b").response()
    let text = try page.text()
    #expect(page.status.code == code)
    #expect(text.utf8.count < 1500)
    #expect(text.contains("\(code)") && text.contains("/a?b") && !text.contains("<script"))
    #expect(page.headers[.contentType] == "text/html; charset=utf-8")
  }

  @Test func escapesWhatItShows() {
    let html = ErrorPage(.notFound, detail: "<script>\"&'").html
    #expect(html.contains("&lt;script&gt;&quot;&amp;&#39;"))
  }

  @Test func cutsWhatItShows() {
    for character in ["<", "\u{301}"] {
      let html = ErrorPage(.notFound, detail: String(repeating: character, count: 5000)).html
      #expect(html.utf8.count < 2500)
    }
  }

  @Test func aRefusedMethodIsToldWhatIsAllowed() {
    #expect(ErrorPage.methodNotAllowed().headers[.allow] == "GET, HEAD")
  }
}
